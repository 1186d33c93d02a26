import assert from 'node:assert/strict';
import type pg from 'pg';

/** Compares every counter of capacity with the visits that say that they count there. */
export async function assertCountersAgree(sql: pg.Client): Promise<void> {
  const { rows } = await sql.query(
    `with counted as (
       select a.organization_id, rule_id as capacity_rule_id, a.counted_on, count(*)::integer as visits
       from appointments a cross join lateral unnest(a.counted_rule_ids) as rule_id
       where a.status <> 'canceled' group by 1, 2, 3
     )
     select r.only_on, r.weekday, r.service, counted_on::text, n.visits as counter, c.visits
     from capacity_counts n
     full join counted c using (organization_id, capacity_rule_id, counted_on)
     left join capacity_rules r using (organization_id, capacity_rule_id)
     where coalesce(n.visits, 0) <> coalesce(c.visits, 0) or n.max_visits > greatest(n.visits, r.max_visits)`,
  );
  assert.deepEqual(rows, [], 'counters and visits');
}
