import Type from 'typebox';
import type { Caller } from '../../platform/auth/authenticator.ts';
import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { readItems } from './items.ts';
import { listPlaces, type Place, VIEWS, type View } from './places.ts';
import { InboxItem } from './schemas.ts';

export const listInbox = read({
  id: 'listInbox',
  path: '/v1/inbox',
  tag: 'Inbox',
  resource: 'inbox item',
  scopes: ['leads:read', 'leads:own'],
  summary: 'List the inbox',
  description:
    'Returns what waits for a person, one item per lifecycle number, newest `waiting_since` first. Merged leads are one item. Messages and follow-ups in it need `communications:read` and `follow_ups:read`.',
  query: listQuery({
    view: Type.Optional(
      Type.Unsafe<View>({
        type: 'string',
        enum: [...VIEWS],
        default: 'everyone',
        description:
          '`mine`: the lead, or a due call or task, is assigned to the user of your token. `everyone`: all that waits. `snoozed`: the next to come back first. `done`: the last marked first.',
        examples: ['everyone'],
      }),
    ),
  }),
  responses: pagesOf(InboxItem, 'The items, newest first.'),
  async run(tx, { query, caller }) {
    const view = query.view ?? 'everyone';
    if (view === 'mine') assertUser(caller);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const after = readPlace(query.cursor);
    const places = await listPlaces(tx, view, { userId: caller.userId, after, limit: limit + 1 });
    const items = await readItems(
      tx,
      places.map(({ lead_id }) => lead_id),
    );
    const rows = places.flatMap((place, index) => {
      const item = items[index];
      return item === undefined ? [] : [{ place, item }];
    });
    return pageOf(
      rows,
      limit,
      ({ item }) => item,
      ({ place }) => `${place.at.getTime()} ${place.lead_id}`,
    );
  },
});

const PLACE = /^(\d{1,15}) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

function readPlace(cursor: string | undefined): Place | null {
  const [, at, leadId] = readCursor(cursor, PLACE) ?? [];
  return leadId === undefined ? null : { at: new Date(Number(at)), lead_id: leadId };
}

function assertUser({ userId }: Caller): void {
  if (userId !== null) return;
  const detail =
    'This token does not act for a user, so nothing is mine. Use a token created with a user_id, or view=everyone.';
  throw validationFailed([{ pointer: '/view', code: 'no_user', detail }]);
}
