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
  readonly name: PreparedName | null;
  /** The digits with the country code, without the plus. */
  readonly phone: string | null;
  readonly email: PreparedEmail | null;
  readonly address: PreparedAddress | null;
}

export function prepare(contact: Contact): PreparedContact {
  return new ParsedContact(contact);
}

/** The address takes as long as all the rest, and most candidates are ruled out without it. */
class ParsedContact implements PreparedContact {
  readonly name: PreparedName | null;
  readonly phone: string | null;
  readonly email: PreparedEmail | null;
  readonly #address: string | null;
  #parsed: PreparedAddress | null | undefined;

  constructor({ name, phone, email, address }: Contact) {
    this.name = prepareName(name);
    this.phone = preparePhone(phone);
    this.email = prepareEmail(email);
    this.#address = address;
  }

  get address(): PreparedAddress | null {
    if (this.#parsed === undefined) this.#parsed = prepareAddress(this.#address);
    return this.#parsed;
  }
}
