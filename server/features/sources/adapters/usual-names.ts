import { isObject } from '../../../platform/is-object.ts';
import { joined, present, textOf, toCode, toMetadata } from '../texts.ts';
import type { ReadFields } from './adapter.ts';

/** Forms and programs name the same things in a few ways. Without a mapping, these names are understood. */

const NAMES = {
  id: ['id', 'lead_id', 'leadid', 'submission_id', 'entry_id', 'reference', 'external_id'],
  name: ['name', 'full_name', 'fullname', 'your_name', 'customer_name', 'contact_name', 'customer'],
  first_name: ['first_name', 'firstname', 'first', 'fname'],
  last_name: ['last_name', 'lastname', 'last', 'lname', 'surname'],
  phone: [
    ...['phone', 'phone_number', 'phonenumber', 'your_phone', 'telephone', 'tel', 'mobile'],
    ...['mobile_number', 'cell', 'cell_phone', 'primary_phone', 'customer_phone', 'daytime_phone'],
  ],
  email: [
    'email',
    'e_mail',
    'email_address',
    'emailaddress',
    'your_email',
    'customer_email',
    'mail',
  ],
  service_needed: [
    ...['service_needed', 'service', 'services', 'service_type', 'service_requested', 'category'],
    ...['job_type', 'project', 'project_type', 'task'],
  ],
  street: ['address', 'street', 'street_address', 'address1', 'address_1', 'address_line_1'],
  street2: ['address2', 'address_2', 'address_line_2', 'apartment', 'unit'],
  city: ['city', 'town'],
  region: ['state', 'region', 'province', 'state_province'],
  postal_code: ['zip', 'zip_code', 'zipcode', 'postal_code', 'postalcode', 'postcode'],
  notes: [
    ...[
      'notes',
      'note',
      'message',
      'your_message',
      'comments',
      'comment',
      'description',
      'details',
    ],
    ...['question', 'how_can_we_help', 'request', 'additional_information'],
  ],
  language: ['language', 'lang', 'locale'],
  utm_source: ['utm_source'],
  utm_medium: ['utm_medium'],
  utm_campaign: ['utm_campaign'],
  utm_term: ['utm_term'],
  utm_content: ['utm_content'],
  gclid: ['gclid', 'gcl_id'],
  fbclid: ['fbclid'],
  landing_page: ['landing_page', 'landing_page_url', 'page_url'],
  referrer: ['referrer', 'referer', 'referring_url'],
  campaign: ['campaign', 'campaign_name'],
} as const;
type Name = keyof typeof NAMES;

const MEANING = new Map<string, Name>(
  (Object.entries(NAMES) as [Name, readonly string[]][]).flatMap(([meaning, names]) =>
    names.map((name) => [normalized(name), meaning] as const),
  ),
);

/** A payload with thousands of members is no form. */
const MAX_MEMBERS = 500;

export interface UsualFields {
  id: string | null;
  fields: ReadFields;
}

export function readUsualNames(payload: unknown): UsualFields {
  const found = new Map<Name, string>();
  const others: Record<string, unknown> = {};
  for (const [name, value, isOwn] of membersOf(payload)) {
    const meaning = MEANING.get(normalized(name));
    const text = textOf(value) ?? (Array.isArray(value) ? joined(value, ', ') : undefined);
    if (text === undefined) continue;
    // The id of an object in it, such as of the form or of the contact, is not the id of what was sent.
    if (meaning === undefined || (meaning === 'id' && !isOwn)) others[name] = text;
    else if (!found.has(meaning)) found.set(meaning, text);
  }
  const get = (name: Name) => found.get(name);
  const fields = present({
    name: get('name') ?? joined([get('first_name'), get('last_name')], ' '),
    phone: get('phone'),
    email: get('email'),
    service_needed: toCode(get('service_needed')),
    address: joined(
      [
        get('street'),
        get('street2'),
        get('city'),
        joined([get('region'), get('postal_code')], ' '),
      ],
      ', ',
    ),
    notes: get('notes'),
    language: get('language')?.slice(0, 2).toLowerCase(),
  });
  return {
    id: get('id') ?? null,
    fields: {
      ...fields,
      metadata: toMetadata(others),
      attribution: present({
        utm_source: get('utm_source'),
        utm_medium: get('utm_medium'),
        utm_campaign: get('utm_campaign'),
        utm_term: get('utm_term'),
        utm_content: get('utm_content'),
        gclid: get('gclid'),
        fbclid: get('fbclid'),
        landing_page: get('landing_page'),
        referrer: get('referrer'),
        campaign: get('campaign'),
      }),
    },
  };
}

/** Those of the payload itself, then those of the objects in it: `{ "lead": { "phone": … } }`. */
function membersOf(payload: unknown): (readonly [string, unknown, boolean])[] {
  if (!isObject(payload)) return [];
  const own = Object.entries(payload).slice(0, MAX_MEMBERS);
  const inner = own.flatMap(([, value]) =>
    isObject(value) ? Object.entries(value).slice(0, MAX_MEMBERS) : [],
  );
  return [
    ...own.map(([name, value]) => [name, value, true] as const),
    ...inner.map(([name, value]) => [name, value, false] as const),
  ].slice(0, MAX_MEMBERS);
}

/** `Your E-Mail`, `your_email` and `yourEmail` are one name. */
function normalized(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '');
}
