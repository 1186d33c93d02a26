import { DEFAULT_QUALIFICATION_POLICY } from '../../domain/qualification-policy.ts';
import { DEFAULT_QUIET_HOURS } from '../../domain/quiet-hours.ts';
import { DEFAULT_WORKING_HOURS } from '../../domain/working-hours.ts';
import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import { newToken } from '../../platform/auth/token-format.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { organizationCreated, tokenCreated } from './events.ts';
import { canonicalTimeZone, DEFAULT_SCHEDULING, unknownPlaces } from './organization.ts';
import {
  insertOrganization,
  type OrganizationRow,
  toOrganization,
} from './organization-queries.ts';
import { CreateOrganizationBody, OrganizationWithToken } from './organization-schemas.ts';
import { insertToken, type NewToken, toToken } from './token-queries.ts';

/** Gives a new organization something it starts with, in the transaction that makes it. */
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
    summary: 'Make an organization',
    description:
      'For whoever runs the service for several companies. Answers the new organization and its first token, which holds every scope of it; the token is shown this once.',
    body: CreateOrganizationBody,
    answers: {
      201: { description: 'The organization and its token.', body: OrganizationWithToken },
    },
    check: (body) => ({ errors: unknownPlaces(body) }),
    async run(tx, { body }) {
      const token = newToken();
      const organization = insertNewOrganization(tx, {
        name: body.name.trim(),
        timeZone: canonicalTimeZone(body.time_zone),
        country: body.country,
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
  token: NewToken;
  defaults: readonly NewOrganizationDefault[];
}

/**
 * The organization with its counters, its first token and what else every one begins with, and the first two
 * events of its log.
 */
export function insertNewOrganization(tx: Tx, options: NewOrganization): OrganizationRow {
  const row = {
    organization_id: newUuid(),
    name: options.name,
    time_zone: options.timeZone,
    country: options.country,
    qualification_policy: DEFAULT_QUALIFICATION_POLICY,
    working_hours: DEFAULT_WORKING_HOURS,
    ...DEFAULT_SCHEDULING,
    quiet_allowed_from: DEFAULT_QUIET_HOURS.allowed_from,
    quiet_allowed_until: DEFAULT_QUIET_HOURS.allowed_until,
    created_at: tx.now,
    updated_at: tx.now,
  };
  tx.inOrganization(row.organization_id, (own) => {
    insertOrganization(own, row);
    const token = insertToken(own, options.token);
    for (const give of options.defaults) give(own);
    own.emit(
      null,
      pendingEvent(organizationCreated, toOrganization(row)),
      pendingEvent(tokenCreated, toToken(token)),
    );
  });
  return row;
}
