import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { localTime } from '../../domain/local-time.ts';
import type { NextVisit } from '../../domain/overview-schemas.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

/** What visits are looked up by. */
type Of = 'lifecycle_number' | 'job_id';

interface NextVisitRow {
  of: string;
  appointment_id: string;
  starts_at: Date;
  ends_at: Date;
  assigned_to: string | null;
  assignee_name: string | null;
  time_zone: string;
}

/** One lookup per value in an index that has only visits that are not over. */
const nextOf = (name: string, column: Of, type: 'text' | 'uuid') =>
  statement(
    name,
    `select wanted.value as of, a.appointment_id, a.starts_at, a.ends_at, a.assigned_to, u.name as assignee_name,
            coalesce(u.time_zone, o.time_zone) as time_zone
     from unnest($2::${type}[]) as wanted (value)
     cross join lateral (
       select * from appointments a
       where a.organization_id = $1 and a.${column} = wanted.value and a.ends_at > $3
         and a.status in ('booked', 'confirmed', 'dispatched', 'en_route', 'in_progress')
       order by a.starts_at, a.appointment_id limit 1
     ) as a
     cross join lateral (select time_zone from organizations where organization_id = $1 limit 1) as o
     left join lateral (
       select name, time_zone from users where organization_id = $1 and user_id = a.assigned_to limit 1
     ) as u on true`,
  );

const STATEMENTS = {
  lifecycle_number: nextOf('list_next_visits', 'lifecycle_number', 'text'),
  job_id: nextOf('list_next_visits_of_jobs', 'job_id', 'uuid'),
};

export interface FoundNextVisit {
  /** The lifecycle number or the id of the job. */
  of: string;
  startsAt: number;
  visit: NextVisit;
}

/** The next visit of each lifecycle number or job that has one: booked, or under way. */
export async function nextVisitsOf(
  tx: Tx,
  column: Of,
  values: readonly string[],
): Promise<FoundNextVisit[]> {
  const rows = await tx.query<NextVisitRow>(STATEMENTS[column], [
    tx.organizationId,
    values,
    tx.now,
  ]);
  return rows.map((row) => ({
    of: row.of,
    startsAt: row.starts_at.getTime(),
    visit: {
      appointment_id: toPublicId('appointment', row.appointment_id),
      starts_at: localTime(row.starts_at, row.time_zone),
      ends_at: localTime(row.ends_at, row.time_zone),
      assigned_to: toPublicIdOrNull('user', row.assigned_to),
      assignee_name: row.assignee_name,
    },
  }));
}
