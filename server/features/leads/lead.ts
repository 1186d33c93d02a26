import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { presentText, textAsSent } from '../../domain/text.ts';
import type { FieldError } from '../../platform/errors.ts';

/** The rules of a lead, without a database: what makes it actionable, and how its fields are kept. */

export const DEFAULT_SOURCE = 'api';

/** A lead as it was sent, each field in the form it is kept in. */
export interface CapturedFields {
  name: string | null;
  phone: string | null;
  email: string | null;
  source: string;
  source_ref: string | null;
  service_needed: string;
  address: string | null;
  notes: string | null;
}

/** Of a body that was found in order. */
export function readCapturedFields(body: Record<string, unknown>, country: string): CapturedFields {
  return {
    name: presentText(body.name),
    phone: normalizePhone(presentText(body.phone), country),
    email: presentText(body.email),
    source: presentText(body.source) ?? DEFAULT_SOURCE,
    source_ref: presentText(body.source_ref),
    service_needed: presentText(body.service_needed) ?? '',
    address: textAsSent(body.address),
    notes: textAsSent(body.notes),
  };
}

/** What must not be captured twice: the source's own id of the lead. Null if the source gave none. */
export function originOf(lead: Pick<CapturedFields, 'source' | 'source_ref'>): string | null {
  return lead.source_ref === null ? null : `${lead.source} ${lead.source_ref}`;
}

/** All that keeps a body from being a lead, and the code that says so best. */
export function checkCapture(
  body: Record<string, unknown>,
  country: string,
): { code?: string; errors: FieldError[] } {
  const missing = missingToBeActionable(body);
  const errors = [...missing, ...malformedContact(body, country)];
  return { errors, ...(missing.length > 0 ? { code: 'lead_not_actionable' } : {}) };
}

/** A lead must say how to reach somebody and what they want; names everything that is missing. */
export function missingToBeActionable(body: Record<string, unknown>): FieldError[] {
  const missing: FieldError[] = [];
  if (presentText(body.phone) === null && presentText(body.email) === null) {
    missing.push({
      pointer: '/phone',
      code: 'contact_channel_missing',
      detail: 'Give a phone number or an e-mail address, so that somebody can answer.',
    });
  }
  if (presentText(body.service_needed) === null) {
    missing.push({
      pointer: '/service_needed',
      code: 'service_intent_missing',
      detail: 'Say in service_needed what is wanted, as a code such as water_heater_repair.',
    });
  }
  return missing;
}
