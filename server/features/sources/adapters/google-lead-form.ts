import { at, joined, listOf, present, textOf, toCode, toMetadata } from '../texts.ts';
import { type Adapter, unknownShape } from './adapter.ts';

/** Columns that are fields of a lead. All others are answers to questions of the advertiser. */
const KNOWN = new Set([
  'FULL_NAME',
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'WORK_EMAIL',
  'PHONE_NUMBER',
  'WORK_PHONE',
  'STREET_ADDRESS',
  'CITY',
  'REGION',
  'POSTAL_CODE',
  'COUNTRY',
]);

/** Lead form assets of Google Ads: columns with an id and a value, and `google_key`, which the advertiser chose. */
export const googleLeadForm: Adapter = {
  read(payload) {
    const columns = listOf(at(payload, 'user_column_data'));
    const id = textOf(at(payload, 'lead_id')) ?? null;
    if (columns.length === 0) return unknownShape('Google Ads');
    if (at(payload, 'is_test') === true) {
      const detail = 'Google Ads sent test data. The address and the key are right.';
      return { id, ignored: { reason: 'test', detail } };
    }
    const value = (...ids: readonly string[]) =>
      columns
        .filter((one) => ids.includes(textOf(at(one, 'column_id')) ?? ''))
        .map((one) => textOf(at(one, 'string_value')))
        .find((text) => text !== undefined);
    const others = columns.filter((one) => !KNOWN.has(textOf(at(one, 'column_id')) ?? ''));
    const answers = others.map((one) =>
      joined([at(one, 'column_name') ?? at(one, 'column_id'), at(one, 'string_value')], ': '),
    );
    const service = others.find((one) =>
      /service|what do you need/i.test(
        joined([at(one, 'column_id'), at(one, 'column_name')], ' ') ?? '',
      ),
    );
    const fields = present({
      name: value('FULL_NAME') ?? joined([value('FIRST_NAME'), value('LAST_NAME')], ' '),
      phone: value('PHONE_NUMBER', 'WORK_PHONE'),
      email: value('EMAIL', 'WORK_EMAIL'),
      service_needed: toCode(at(service, 'string_value')),
      address: joined(
        [
          value('STREET_ADDRESS'),
          value('CITY'),
          joined([value('REGION'), value('POSTAL_CODE')], ' '),
          value('COUNTRY'),
        ],
        ', ',
      ),
      notes: joined(answers, '\n'),
    });
    const campaign = textOf(at(payload, 'campaign_id'));
    return {
      id,
      fields: {
        ...fields,
        metadata: toMetadata({
          google_form: at(payload, 'form_id'),
          google_campaign: campaign,
          google_ad_group: at(payload, 'adgroup_id'),
          google_creative: at(payload, 'creative_id'),
          google_asset_group: at(payload, 'asset_group_id'),
        }),
        attribution: present({
          gclid: at(payload, 'gcl_id'),
          utm_source: 'google',
          utm_medium: 'cpc',
          campaign,
        }),
      },
    };
  },
  response: {},
};
