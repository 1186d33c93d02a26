import type {
  Customer,
  Lead,
  UpdateCustomer,
  UpdateLead,
} from '../../../packages/sdk/src/index.ts';

/** What a person has changed of a contact, so that what others change meanwhile stays. Pure. */

export const CHANNELS = ['sms', 'email', 'call'] as const;
export type ContactChannel = (typeof CHANNELS)[number];
export const FIELDS = ['name', 'phone', 'email', 'address'] as const;
const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt'] as const;

/** Only customers have `do_not_contact`. */
type Contact = Pick<Lead | Customer, (typeof FIELDS)[number] | 'language' | 'consent'> &
  Partial<Pick<Customer, 'do_not_contact'>>;
export type ContactChange = Pick<
  UpdateCustomer & UpdateLead,
  (typeof FIELDS)[number] | 'language' | 'consent'
> &
  Pick<UpdateCustomer, 'do_not_contact'>;

/** Where a person of the office was told. */
const SOURCE = 'office';

/** Only the fields that were changed. Consent that was given or denied cannot become unknown again. */
export function changeOf(contact: Contact, typedIn: (name: string) => string): ContactChange {
  const change: ContactChange = {};
  for (const name of FIELDS) {
    const value = typedIn(name).trim() || null;
    if (value !== contact[name]) change[name] = value;
  }
  const language = LANGUAGES.find((one) => one === typedIn('language')) ?? null;
  if (language !== contact.language) change.language = language;
  const isBlocked = typedIn('do_not_contact') !== '';
  if (contact.do_not_contact !== undefined && isBlocked !== contact.do_not_contact) {
    change.do_not_contact = isBlocked;
  }
  const consent = CHANNELS.flatMap((channel) => {
    const status = typedIn(`consent/${channel}`);
    const isNew = status !== '' && status !== contact.consent[channel].status;
    return isNew && status !== 'unknown' ? [[channel, { status, source: SOURCE }] as const] : [];
  });
  if (consent.length > 0) change.consent = Object.fromEntries(consent);
  return change;
}

/** The values before; null if there is no way back. */
export function undoOf(contact: Contact, { consent, ...change }: ContactChange) {
  if (consent !== undefined) return null;
  const names = Object.keys(change) as (keyof typeof change)[];
  return Object.fromEntries(names.map((name) => [name, contact[name]])) as ContactChange;
}
