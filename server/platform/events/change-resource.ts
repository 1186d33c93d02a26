import type { Static, TSchema } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { changedFields } from './changed-fields.ts';
import { type EventType, pendingEvent } from './event.ts';

/** How a resource is written and shown. */
export interface Resource<Row, Data extends TSchema> {
  save(tx: Tx, row: Row): unknown;
  show(row: Row, now: Date): Static<Data>;
}

interface Changeable {
  lifecycle_number?: string | null;
  updated_at: Date;
}

/**
 * Writes the change of a locked row, and the events that tell of it: with the resource after the change, and
 * the changed fields as they were before. Returns the resource after the change.
 */
export function changeResource<Row extends Changeable, Data extends TSchema>(
  tx: Tx,
  resource: Resource<Row, Data>,
  before: Row,
  changes: Partial<Row>,
  ...types: EventType<Data>[]
): Static<Data> {
  const after = { ...before, ...changes, updated_at: tx.now };
  resource.save(tx, after);
  const shown = resource.show(after, tx.now);
  const previous = changedFields<object>(resource.show(before, tx.now), shown);
  const number = before.lifecycle_number ?? null;
  tx.emit(number, ...types.map((type) => pendingEvent(type, shown, previous)));
  return shown;
}
