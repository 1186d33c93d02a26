import { isObject } from '../../../platform/is-object.ts';
import { at, joined, present, textOf, toMetadata } from '../texts.ts';
import { type Adapter, unknownShape } from './adapter.ts';
import { readUsualNames } from './usual-names.ts';

/**
 * CallRail: calls, texts and forms, as JSON. The webhooks before, during and after a call have the same `resource_id`, so they
 * are one lead, from the first ring. A form has its answers in `form_data`, by the names of the company. Only a text that the
 * company sent has an `agent`. CallRail sends nothing again.
 */
export const callrail: Adapter = {
  read(payload) {
    const id = textOf(at(payload, 'resource_id')) ?? textOf(at(payload, 'id')) ?? null;
    const form = at(payload, 'form_data');
    const { fields: answered } = readUsualNames(form);
    const phone =
      textOf(at(payload, 'customer_phone_number')) ??
      textOf(at(payload, 'customer_number')) ??
      textOf(at(payload, 'callernum')) ??
      textOf(at(payload, 'source_number')) ??
      answered.phone;
    const email = textOf(at(payload, 'customer_email')) ?? answered.email;
    if (id === null && phone === undefined && email === undefined) return unknownShape('CallRail');
    const isCall = ['direction', 'call_type'].some((name) => at(payload, name) === 'outbound');
    const isText =
      textOf(at(payload, 'agent')) !== undefined && at(payload, 'content') !== undefined;
    if (isCall || isText) {
      const detail = `The company ${isCall ? 'called' : 'wrote'}, so this is not a new lead.`;
      return { id, ignored: { reason: isCall ? 'outbound_call' : 'outbound_text', detail } };
    }
    const answers = Object.entries(isObject(form) ? form : {}).map(([name, value]) =>
      joined([name, value], ': '),
    );
    const fields = present({
      name: at(payload, 'customer_name') ?? answered.name,
      phone,
      email,
      service_needed: answered.service_needed,
      address:
        joined(
          [
            at(payload, 'customer_city'),
            at(payload, 'customer_state'),
            at(payload, 'customer_country'),
          ],
          ', ',
        ) ?? answered.address,
      notes: joined([at(payload, 'note'), at(payload, 'content'), ...answers], '\n'),
    });
    return {
      id,
      fields: {
        ...fields,
        metadata: toMetadata({
          callrail_tracker: at(payload, 'source_name'),
          callrail_number: at(payload, 'tracking_phone_number'),
          callrail_answered: at(payload, 'answered'),
          callrail_recording: at(payload, 'recording'),
        }),
        attribution: present({
          utm_source: at(payload, 'utm_source'),
          utm_medium: at(payload, 'utm_medium') ?? at(payload, 'medium'),
          utm_campaign: at(payload, 'utm_campaign'),
          utm_term: at(payload, 'utm_term') ?? at(payload, 'keywords'),
          utm_content: at(payload, 'utm_content'),
          gclid: at(payload, 'gclid'),
          fbclid: at(payload, 'fbclid'),
          landing_page: at(payload, 'landing_page_url'),
          referrer: at(payload, 'referring_url'),
          campaign: at(payload, 'campaign'),
        }),
      },
    };
  },
};
