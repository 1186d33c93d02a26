import { oneActionEach } from './sql-statements.ts';

/** What a cluster runs instead of a statement of a migration that it refuses: the migration itself never changes. */
const INSTEAD = [
  {
    // Migration 0063, which calls it with rows of appointments: on a node these have the type of a shard.
    of: 'perform write_appointment_people(a) from appointments a',
    sql: `
      insert into appointment_people (organization_id, appointment_id, user_id, is_lead, starts_at, ends_at, blocked_until,
          blocks, held_until, latitude, longitude)
        select a.organization_id, a.appointment_id, a.assigned_to, true, a.starts_at, a.ends_at, a.blocked_until,
               true, case when a.status = 'held' then a.hold_expires_at end,
               (a.location->>'latitude')::double precision, (a.location->>'longitude')::double precision
        from appointments a
        where a.assigned_to is not null
          and a.status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress')`,
  },
];

/** A statement of a migration as a cluster takes it. */
export function onCluster(statement: string): string[] {
  const other = INSTEAD.find(({ of }) => statement.includes(of));
  return other ? [other.sql] : oneActionEach(statement);
}
