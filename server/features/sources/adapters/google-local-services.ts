import { at, joined, listOf, present, textOf, toCode, toMetadata } from '../texts.ts';
import { type Adapter, unknownShape } from './adapter.ts';

/**
 * Google Local Services has no webhooks: programs that read its leads pass them on. Both resources are read: LocalServicesLead of
 * the Google Ads API, and detailedLeadReports of the Local Services API, in the spelling of JSON or of the protocol.
 */
export const googleLocalServices: Adapter = {
  // As a program gets them: a page of a report, or of the results of a query.
  split(payload) {
    const lists = [at(payload, 'detailedLeadReports'), at(payload, 'results'), payload];
    const found = lists.map(listOf).find((list) => list.length > 0);
    return found ?? [payload];
  },
  read(payload) {
    const one = at(payload, 'localServicesLead') ?? at(payload, 'local_services_lead') ?? payload;
    const contact = at(one, 'contactDetails') ?? at(one, 'contact_details');
    const report = at(one, 'messageLead') ?? at(one, 'phoneLead') ?? at(one, 'bookingLead');
    const id = textOf(at(one, 'id')) ?? textOf(at(one, 'leadId')) ?? null;
    const phone =
      textOf(at(contact, 'phoneNumber')) ??
      textOf(at(contact, 'phone_number')) ??
      textOf(at(report, 'consumerPhoneNumber'));
    const email = textOf(at(contact, 'email')) ?? textOf(at(report, 'consumerEmail'));
    if (id === null && phone === undefined && email === undefined) {
      return unknownShape('Google Local Services');
    }
    const category = textOf(at(one, 'categoryId')) ?? textOf(at(one, 'category_id'));
    const service =
      textOf(at(report, 'jobType')) ??
      textOf(at(one, 'serviceId')) ??
      textOf(at(one, 'service_id')) ??
      category?.replace(/^xcat:(service_area_business_)?/, '');
    const note = at(one, 'note');
    // Of a tracking number: without it, a call does not reach the person.
    const extension =
      textOf(at(contact, 'phoneNumberExtension')) ?? textOf(at(contact, 'phone_number_extension'));
    const fields = present({
      name:
        at(contact, 'consumerName') ?? at(contact, 'consumer_name') ?? at(report, 'customerName'),
      phone,
      email,
      service_needed: toCode(service),
      address: joined([at(report, 'postalCode')], ', '),
      notes: joined(
        [
          extension === undefined ? undefined : `Phone extension: ${extension}`,
          at(note, 'description') ?? note,
        ],
        '\n',
      ),
    });
    return {
      id,
      fields: {
        ...fields,
        metadata: toMetadata({
          google_phone_extension: extension,
          google_lead_type: at(one, 'leadType') ?? at(one, 'lead_type'),
          google_category: category ?? at(one, 'leadCategory'),
          google_charged:
            at(one, 'leadCharged') ?? at(one, 'lead_charged') ?? at(one, 'chargeStatus'),
        }),
        attribution: present({
          utm_source: 'google',
          utm_medium: 'local_services',
          // It is `customers/1234567890/campaigns/42`.
          campaign: textOf(at(one, 'campaign'))?.split('/').at(-1),
        }),
      },
    };
  },
};
