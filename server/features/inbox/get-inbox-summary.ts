import { dayOf } from '../../domain/local-day.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findOrganization } from '../organizations/index.ts';
import { InboxSummary } from './schemas.ts';
import { countPlaces, medianResponse } from './summary-queries.ts';

export const getInboxSummary = read({
  id: 'getInboxSummary',
  path: '/v1/inbox/summary',
  tag: 'Inbox',
  resource: 'inbox item',
  scopes: ['leads:read', 'leads:own'],
  summary: 'Get the counts of the inbox',
  description:
    'Returns how many items each view has, and how fast leads of today were contacted. Today is the day in the organization’s time zone.',
  responses: returns(InboxSummary, 'The counts.'),
  async run(tx, { caller: { userId } }) {
    const today = dayOf(tx.now, (await findOrganization(tx)).time_zone);
    const [mine, everyone, snoozed, median] = await Promise.all([
      userId === null ? 0 : countPlaces(tx, 'mine', userId),
      countPlaces(tx, 'everyone', userId),
      countPlaces(tx, 'snoozed', userId),
      medianResponse(tx, today.start),
    ]);
    return { counts: { mine, everyone, snoozed }, median_response_seconds_today: median };
  },
});
