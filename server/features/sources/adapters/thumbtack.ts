import { answersOf, at, joined, present, textOf, toCode, toMetadata } from '../texts.ts';
import { type Adapter, unknownShape } from './adapter.ts';

const NEW_LEAD = /^NegotiationCreated/;
/** Events about a lead that is known already, or about something else. */
const OTHER = /^(Message|Review|NegotiationUpdated|NegotiationStatus|Business|Quote|Booking)/;

/**
 * Thumbtack, version 4 of its webhooks: `{ event, data }`. Messages, reviews and changes of a lead arrive at the same address
 * with the same id, so only a new lead uses that id alone.
 */
export const thumbtack: Adapter = {
  read(payload) {
    const data = at(payload, 'data') ?? payload;
    const type = textOf(at(payload, 'event', 'eventType')) ?? textOf(at(payload, 'eventType'));
    const lead = textOf(at(data, 'negotiationID')) ?? textOf(at(data, 'leadID')) ?? null;
    const isOther = type !== undefined && !NEW_LEAD.test(type);
    const isAboutPerson = ['request', 'customer'].some((name) => at(data, name) !== undefined);
    if (isOther && (OTHER.test(type) || !isAboutPerson)) {
      const own = textOf(at(data, 'messageID')) ?? textOf(at(data, 'reviewID'));
      return {
        id: own === undefined ? null : `${type} ${own}`,
        ignored: {
          reason: 'not_a_new_lead',
          detail: `The event ${type} is about something else than a new lead.`,
        },
      };
    }
    if (lead === null) return unknownShape('Thumbtack');
    const customer = at(data, 'customer');
    // The API shows the request in the lead itself, and the place with the customer.
    const request = at(data, 'request') ?? data;
    const place = at(request, 'location') ?? at(customer, 'location');
    const name =
      joined([at(customer, 'firstName'), at(customer, 'lastName')], ' ') ??
      textOf(at(customer, 'displayName')) ??
      textOf(at(customer, 'name'));
    const fields = present({
      name,
      phone: at(customer, 'phone'),
      email: at(customer, 'email'),
      service_needed: toCode(at(request, 'category', 'name') ?? at(request, 'category')),
      address: joined(
        [
          at(place, 'address1'),
          at(place, 'address2'),
          at(place, 'city'),
          joined([at(place, 'state'), at(place, 'zipCode')], ' '),
        ],
        ', ',
      ),
      notes: joined(
        [
          at(request, 'title'),
          at(request, 'description'),
          ...answersOf(at(request, 'details'), 'question', 'answer'),
        ],
        '\n',
      ),
    });
    if (isOther) {
      const detail = `The event ${type} is not known, and is about a person. Release it if it is a new lead, or discard it.`;
      return { id: lead, fields, quarantined: { reason: 'unknown_event', detail } };
    }
    const metadata = toMetadata({
      thumbtack_price: at(data, 'leadPrice'),
      thumbtack_business: at(data, 'business', 'businessID'),
      thumbtack_estimate: at(data, 'estimate', 'total'),
    });
    return { id: lead, fields: { ...fields, metadata } };
  },
};
