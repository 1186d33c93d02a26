import { statement } from '../../platform/database/statement.ts';
import { type Actor, HAND_ON_EVENTS } from '../../platform/events/event.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';

interface Range {
  from_seq: number;
  to_seq: number;
}

const AUDIT: Actor = { type: 'system', id: null, name: 'event log' };

/**
 * Every mutation queues one of these beside its events: here, behind the commit and never in a
 * request, is where committed events are handed on. It first audits what the log promises, that every
 * seq of the range is there; a missing one fails the task, and so shows in the dead-letter queue.
 */
export const handOnEvents: Task<Range> = {
  name: HAND_ON_EVENTS,
  description: 'Counts committed events and audits that none is missing from the log.',
  retryLimit: 10,
  batchSize: 500,
  async handle(context, tasks) {
    for (const [organizationId, ranges] of rangesByOrganization(tasks)) {
      await auditRanges(context, organizationId, ranges);
    }
  },
};

function rangesByOrganization(tasks: QueuedTask<Range>[]): Map<string, Range[]> {
  const ranges = new Map<string, Range[]>();
  for (const { data } of tasks) {
    const ofOrganization = ranges.get(data.organization_id);
    if (ofOrganization) ofOrganization.push(data);
    else ranges.set(data.organization_id, [data]);
  }
  return ranges;
}

async function auditRanges(
  context: TaskContext,
  organizationId: string,
  ranges: Range[],
): Promise<void> {
  const rows = await context.database.read({ organizationId, actor: AUDIT }, (tx) =>
    tx.query<{ type: string; count: number }>(countEvents, [
      organizationId,
      ranges.map((range) => range.from_seq),
      ranges.map((range) => range.to_seq),
    ]),
  );
  const expected = ranges.reduce((sum, range) => sum + range.to_seq - range.from_seq + 1, 0);
  const found = rows.reduce((sum, row) => sum + row.count, 0);
  if (found !== expected) {
    throw new Error(
      `The event log should hold ${expected} events in these ranges and holds ${found}`,
    );
  }
  for (const row of rows) context.metrics.events.inc({ type: row.type }, row.count);
}

const countEvents = statement(
  'count_events_of_ranges',
  `select e.type, count(*) as count
   from unnest($2::bigint[], $3::bigint[]) as range (from_seq, to_seq)
   join events e on e.organization_id = $1 and e.seq between range.from_seq and range.to_seq
   group by e.type`,
);
