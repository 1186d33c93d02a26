import { isObject } from '../../../platform/is-object.ts';
import { at, joined, listOf, present, textOf, toCode, toMetadata } from '../texts.ts';
import { type Adapter, type ReadFields, type Reading, unknownShape } from './adapter.ts';
import { readUsualNames } from './usual-names.ts';

/**
 * Lead ads of Facebook and Instagram. A webhook has only the id of each lead, and its fields are fetched with an access token.
 * Gateways send the fields themselves, as Facebook returns them (`field_data`) or by their names.
 */
export const facebook: Adapter = {
  split(payload) {
    const changes = listOf(at(payload, 'entry')).flatMap((entry) => listOf(at(entry, 'changes')));
    return changes.length === 0 ? [payload] : changes;
  },
  read(payload) {
    const field = textOf(at(payload, 'field'));
    const value = at(payload, 'value') ?? payload;
    const hasLead = at(value, 'leadgen_id') !== undefined || Array.isArray(at(value, 'field_data'));
    if (field !== undefined && field !== 'leadgen' && !hasLead) {
      const detail = `The change of ${field} is not a new lead.`;
      return { id: null, ignored: { reason: 'not_a_new_lead', detail } };
    }
    if (Array.isArray(at(value, 'field_data'))) return readFacebookLead(value);
    const id = textOf(at(value, 'leadgen_id'));
    if (id !== undefined) return { id, fetch: id, fields: { metadata: idsOf(value) } };
    if (!isObject(value)) return unknownShape('Facebook');
    return readUsualNames(value);
  },
};

/** Questions that are fields of a lead; all others are notes. */
const KNOWN = new Set([
  ...['full_name', 'first_name', 'last_name', 'phone_number', 'phone', 'work_phone_number'],
  ...[
    'email',
    'work_email',
    'street_address',
    'city',
    'state',
    'province',
    'zip_code',
    'post_code',
  ],
]);

/** A lead as the Graph API returns it. */
export function readFacebookLead(lead: unknown): Reading {
  const answers = listOf(at(lead, 'field_data')).flatMap((one) => {
    const [name, text] = [textOf(at(one, 'name')), joined(listOf(at(one, 'values')), ', ')];
    return name === undefined || text === undefined ? [] : [{ name, text }];
  });
  const value = (...names: readonly string[]) =>
    answers.find(({ name }) => names.includes(name))?.text;
  const others = answers.filter(({ name }) => !KNOWN.has(name));
  const service = others.find(({ name }) => /service|what_do_you_need/i.test(name))?.text;
  const fields: ReadFields = present({
    name: value('full_name') ?? joined([value('first_name'), value('last_name')], ' '),
    phone: value('phone_number', 'phone', 'work_phone_number'),
    email: value('email', 'work_email'),
    service_needed: toCode(service),
    address: joined(
      [
        value('street_address'),
        value('city'),
        joined([value('state', 'province'), value('zip_code', 'post_code')], ' '),
      ],
      ', ',
    ),
    notes: joined(
      others.map(({ name, text }) => `${name.replaceAll('_', ' ')}: ${text}`),
      '\n',
    ),
  });
  return {
    id: textOf(at(lead, 'id')) ?? textOf(at(lead, 'leadgen_id')) ?? null,
    fields: {
      ...fields,
      metadata: idsOf(lead),
      attribution: present({
        utm_source: 'facebook',
        utm_medium: 'paid_social',
        campaign: at(lead, 'campaign_name') ?? at(lead, 'campaign_id'),
        utm_content: at(lead, 'ad_name'),
      }),
    },
  };
}

function idsOf(value: unknown): Record<string, string> {
  return toMetadata({
    facebook_form: at(value, 'form_id'),
    facebook_page: at(value, 'page_id'),
    facebook_ad: at(value, 'ad_id'),
    facebook_campaign: at(value, 'campaign_id'),
  });
}
