import type { Caller } from '../../platform/auth/authenticator.ts';
import { conceal, hiddenFieldsOf, hiddenFrom } from '../../platform/auth/hidden-fields.ts';
import { conflict } from '../../platform/errors.ts';
import { type FullAppointment, toAppointment } from './appointment-row.ts';
import { Appointment } from './appointment-schemas.ts';

/** What the caller knows of an appointment, and may see of it. */
export interface Known {
  /** The `updated_at` that the caller has seen; undefined to overwrite whatever there is. */
  updatedAt: string | undefined;
  scopes: readonly string[];
}

export function knownBy(
  { scopes }: Pick<Caller, 'scopes'>,
  { if_updated_at }: { if_updated_at?: string | undefined },
): Known {
  return { updatedAt: if_updated_at, scopes };
}

/** For a locked appointment: refuses a change if it is not the one that the caller has seen, and shows what it is now. */
export function assertUnchanged(row: FullAppointment, known: Known, now: Date): void {
  const { updatedAt, scopes } = known;
  if (updatedAt === undefined || Date.parse(updatedAt) === row.updated_at.getTime()) return;
  const hidden = hiddenFrom(scopes, hiddenFieldsOf(Appointment));
  throw conflict(
    'changed_meanwhile',
    'Someone else changed this appointment. Look at it again, and repeat your change with its updated_at.',
    { appointment: conceal(toAppointment(row, now), hidden) },
  );
}
