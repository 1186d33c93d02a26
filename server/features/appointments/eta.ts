import type { Tx } from '../../platform/database/transaction.ts';
import {
  type Appointment,
  type AppointmentRow,
  appointmentUpdated,
  assertUnchanged,
  changeAppointment,
  type Known,
  lockAppointment,
  toAppointment,
} from '../calendar/index.ts';

/** When the technician is expected: minutes from now. */
export type Eta = Pick<AppointmentRow, 'eta_minutes' | 'eta_at'>;

const MINUTE = 60_000;

/** Null if none was given, so that the known one stays. */
export function etaIn(minutes: number | null, now: Date): Eta | null {
  if (minutes === null) return null;
  return { eta_minutes: minutes, eta_at: new Date(now.getTime() + minutes * MINUTE) };
}

export async function changeEta(tx: Tx, id: string, eta: Eta, known: Known): Promise<Appointment> {
  const before = await lockAppointment(tx, id);
  assertUnchanged(before, known, tx.now);
  return toAppointment(changeAppointment(tx, before, eta, appointmentUpdated), tx.now);
}
