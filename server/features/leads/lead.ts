import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { isLanguage, type Language } from '../../domain/languages.ts';
import { presentText, textAsSent } from '../../domain/text.ts';
import type { FieldError } from '../../platform/errors.ts';
import {
  readAttribution,
  readMetadata,
  type StoredAttribution,
  type StoredMetadata,
} from './origin.ts';

/** Pure rules of a lead: what makes it actionable, and how its fields are stored. */

export const DEFAULT_SOURCE = 'api';

/** The fields of a captured lead, as they are stored. */
export interface CapturedFields {
  name: string | null;
  phone: string | null;
  email: string | null;
  source: string;
  source_ref: string | null;
  service_needed: string;
  address: string | null;
  notes: string | null;
  language: Language | null;
  metadata: StoredMetadata;
  attribution: StoredAttribution;
}

/** Expects a body that has passed validation. */
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
    language: isLanguage(body.language) ? body.language : null,
    metadata: readMetadata(body.metadata),
    attribution: readAttribution(body.attribution),
  };
}

/** The source and its own id of the lead, which must not be captured twice. Null without a source_ref. */
export function originOf(lead: Pick<CapturedFields, 'source' | 'source_ref'>): string | null {
  return lead.source_ref === null ? null : `${lead.source} ${lead.source_ref}`;
}

/** Everything that is wrong with a body, and the problem code that fits best. */
export function checkCapture(
  body: Record<string, unknown>,
  country: string,
): { code?: string; errors: FieldError[] } {
  const missing = missingToBeActionable(body);
  const errors = [...missing, ...malformedContact(body, country)];
  return { errors, ...(missing.length > 0 ? { code: 'lead_not_actionable' } : {}) };
}

/** A lead needs a way to contact the person and a service. Lists everything that is missing. */
export function missingToBeActionable(body: Record<string, unknown>): FieldError[] {
  const missing: FieldError[] = [];
  if (presentText(body.phone) === null && presentText(body.email) === null) {
    missing.push({
      pointer: '/phone',
      code: 'contact_channel_missing',
      detail: 'The lead has no contact details. Send a phone number or an email address.',
    });
  }
  if (presentText(body.service_needed) === null) {
    missing.push({
      pointer: '/service_needed',
      code: 'service_intent_missing',
      detail:
        'The requested service is missing. Send service_needed with a code such as water_heater_repair.',
    });
  }
  return missing;
}
