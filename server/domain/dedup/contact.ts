import { type PreparedAddress, prepareAddress } from './address.ts';
import { type PreparedEmail, prepareEmail } from './email.ts';
import { type PreparedName, prepareName } from './name.ts';
import { preparePhone } from './phone.ts';

export interface Contact {
  name: string | null;
  /** E.164. */
  phone: string | null;
  email: string | null;
  address: string | null;
}

/** A contact that was parsed once, so that comparing it with many others is cheap. */
export interface PreparedContact {
  name: PreparedName | null;
  /** The digits with the country code, without the plus. */
  phone: string | null;
  email: PreparedEmail | null;
  address: PreparedAddress | null;
}

export function prepare(contact: Contact): PreparedContact {
  return {
    name: prepareName(contact.name),
    phone: preparePhone(contact.phone),
    email: prepareEmail(contact.email),
    address: prepareAddress(contact.address),
  };
}
