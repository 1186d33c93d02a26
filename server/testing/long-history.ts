import type pg from 'pg';

/** Adds communications to a lead, each with its event, as the service writes them. */
export async function addHistory(
  owner: pg.Client,
  { lifecycle_number, lead_id }: { lifecycle_number: string; lead_id: string },
  entries: number,
  text: string,
): Promise<void> {
  await owner.query('begin');
  await owner.query(
    `insert into communications (organization_id, communication_id, lifecycle_number, lead_id, channel, direction,
       body, from_address, occurred_at, created_at, updated_at)
     select l.organization_id, gen_random_uuid(), l.lifecycle_number, l.lead_id, 'email', 'inbound', $3 || ' ' || n,
            l.email, l.created_at, l.created_at, l.created_at
     from leads l, generate_series(1, $2::integer) as n where l.lifecycle_number = $1`,
    [lifecycle_number, entries, text],
  );
  await owner.query(
    `with counter as (
       update organization_counters c set event_seq = c.event_seq + $2::integer
       from leads l where l.lifecycle_number = $1 and c.organization_id = l.organization_id
       returning c.organization_id, c.event_seq - $2 as before
     )
     insert into events (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data)
     select e.organization_id, counter.before + n, gen_random_uuid(), 'communication.received', e.occurred_at, $1,
            e.actor, (e.data - 'duplicate_match') || jsonb_build_object('lead_id', $4::text, 'body', $3 || ' ' || n)
     from counter
     cross join lateral (select * from events e
       where e.organization_id = counter.organization_id and e.type = 'lead.created' and e.lifecycle_number = $1
       limit 1) as e
     cross join generate_series(1, $2) as n`,
    [lifecycle_number, entries, text, lead_id],
  );
  await owner.query('commit');
}
