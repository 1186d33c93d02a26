import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { retentionUpdated } from './events.ts';
import { lockRetention, saveRetention, toRetention } from './retention-queries.ts';
import { Retention, UpdateRetentionBody } from './schemas.ts';

export const updateRetention = mutation({
  id: 'updateRetention',
  method: 'PATCH',
  path: '/v1/organization/retention',
  tag: 'Privacy',
  resource: 'organization',
  scopes: ['organization:write'],
  summary: 'Update the retention settings',
  description:
    'Changes after how many days values expire. Every night, older values are replaced by `[expired]`. An expired value cannot be restored. Null stops it.',
  body: UpdateRetentionBody,
  responses: returns(Retention, 'The updated retention settings.'),
  effect: 'destructive',
  async run(tx, { body }) {
    const row = await lockRetention(tx);
    const before = toRetention(row);
    const after = { ...row, ...body, updated_at: tx.now };
    const { updated_at: _time, ...previous } = changedFields(before, toRetention(after));
    if (Object.keys(previous).length === 0) return { status: 200, body: before };
    saveRetention(tx, after);
    const changed = toRetention(after);
    tx.emit(null, pendingEvent(retentionUpdated, changed, previous));
    return { status: 200, body: changed };
  },
});
