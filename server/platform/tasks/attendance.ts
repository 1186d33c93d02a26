import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Actor } from '../events/event.ts';

/**
 * An organization can be attended: somebody other than the workers does its background work for a while, such
 * as whoever writes a history, by a clock of the past, whose timers are long due by everybody else's. Workers
 * leave it alone between the two times, by their own clock; whoever attends works by a clock before them.
 */

const ATTENDING: Actor = { type: 'system', id: null, name: 'attendance' };

const setAttendance = statement(
  'set_attendance',
  'update organizations set attended_from = $2, attended_until = $3 where organization_id = $1',
);

/** Answers how it is given back. One that is not given back falls to the workers at its end. */
export async function attend(
  database: Database,
  organizationId: string,
  { from, until }: { from: Date; until: Date },
): Promise<() => Promise<void>> {
  const set = (values: (Date | null)[]) =>
    database.transaction({ organizationId, actor: ATTENDING }, async (tx) => {
      tx.query(setAttendance, [organizationId, ...values]);
    });
  await set([from, until]);
  return () => set([null, null]);
}

const selectAttendance = statement(
  'select_attendance',
  `select attended_until from organizations
   where organization_id = $1 and attended_from <= $2 and attended_until > $2`,
);

/** Until when the workers leave it alone; null if they do not. */
export async function attendedUntil(tx: Tx): Promise<Date | null> {
  const values = [tx.organizationId, tx.now];
  const [row] = await tx.query<{ attended_until: Date }>(selectAttendance, values);
  return row?.attended_until ?? null;
}
