import { currencyOfCountry } from '../../domain/country-currencies.ts';
import { currencyErrors } from '../../domain/currencies.ts';
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { DEFAULT_QUALIFICATION_POLICY } from '../../domain/qualification-policy.ts';
import { DEFAULT_QUIET_HOURS } from '../../domain/quiet-hours.ts';
import { DEFAULT_WORKING_HOURS } from '../../domain/working-hours.ts';
import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import { newToken } from '../../platform/auth/token-format.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { organizationCreated, tokenCreated } from './events.ts';
import {
  canonicalTimeZone,
  DEFAULT_CUSTOMER_CHANGES,
  DEFAULT_MESSAGES_PER_PERSON,
  DEFAULT_SCHEDULING,
  timeZoneAndCountryErrors,
} from './organization.ts';
import {
  insertOrganization,
  type OrganizationRow,
  toOrganization,
} from './organization-queries.ts';
import { CreateOrganizationBody, OrganizationWithToken } from './organization-schemas.ts';
import { DEFAULT_TEXT_LIMITS } from './text-limits.ts';
import { insertToken, type NewToken, toToken } from './token-queries.ts';

/** Creates a default of a new organization, in the transaction that creates the organization. */
export type NewOrganizationDefault = (tx: Tx) => void;

export const createOrganization = (defaults: readonly NewOrganizationDefault[]) =>
  mutation({
    id: 'createOrganization',
    method: 'POST',
    path: '/v1/organizations',
    tag: 'Organizations',
    resource: 'organization',
    scopes: ['operator'],
    secret: true,
    summary: 'Create an organization',
    description:
      'For operators who run the service for several companies. Returns the new organization and its first token, which has every scope of that organization. The token is shown only once.',
    body: CreateOrganizationBody,
    responses: creates(OrganizationWithToken, 'The new organization and its first token.'),
    check: (body) => ({
      errors: [...timeZoneAndCountryErrors(body), ...currencyErrors('/currency', body.currency)],
    }),
    async run(tx, { body }) {
      const token = newToken();
      const organization = insertNewOrganization(tx, {
        name: body.name.trim(),
        timeZone: canonicalTimeZone(body.time_zone),
        country: body.country,
        ...(body.currency !== undefined && { currency: body.currency }),
        token: { name: 'First token', scopes: [EVERY_SCOPE], secret: token },
        defaults,
      });
      return { status: 201, body: { ...toOrganization(organization), token } };
    },
  });

export interface NewOrganization {
  name: string;
  timeZone: string;
  country: string;
  /** That of the country unless it is given. */
  currency?: string;
  token: NewToken;
  defaults: readonly NewOrganizationDefault[];
}

/**
 * Inserts the organization with its counters, its first token and its defaults, and emits the first two
 * events of its log.
 */
export function insertNewOrganization(tx: Tx, options: NewOrganization): OrganizationRow {
  const row = {
    organization_id: newUuid(),
    name: options.name,
    time_zone: options.timeZone,
    country: options.country,
    currency: options.currency ?? currencyOfCountry(options.country),
    qualification_policy: DEFAULT_QUALIFICATION_POLICY,
    working_hours: DEFAULT_WORKING_HOURS,
    ...DEFAULT_SCHEDULING,
    arrival_window_minutes: null,
    arrival_window_aligned: true,
    travel_speed_kmh: null,
    travel_base_minutes: null,
    customer_changes_allowed: DEFAULT_CUSTOMER_CHANGES.allowed,
    customer_changes_until_hours: DEFAULT_CUSTOMER_CHANGES.until_hours_before,
    quiet_allowed_from: DEFAULT_QUIET_HOURS.allowed_from,
    quiet_allowed_until: DEFAULT_QUIET_HOURS.allowed_until,
    ...DEFAULT_TEXT_LIMITS,
    phone: null,
    address: null,
    tax_id: null,
    logo_file_id: null,
    brand_color: null,
    payment_instructions: null,
    language: DEFAULT_LANGUAGE,
    messages_per_person_per_day: DEFAULT_MESSAGES_PER_PERSON,
    sending_paused_at: null,
    suspended_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
  tx.inOrganization(row.organization_id, (own) => {
    insertOrganization(own, row);
    const token = insertToken(own, options.token);
    for (const createDefault of options.defaults) createDefault(own);
    own.emit(
      null,
      pendingEvent(organizationCreated, toOrganization(row)),
      pendingEvent(tokenCreated, toToken(token)),
    );
  });
  return row;
}
