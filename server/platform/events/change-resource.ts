import type { Static, TSchema } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { changedFields } from './changed-fields.ts';
import { type EventType, type PendingEvent, pendingEvent } from './event.ts';

/** How a resource is saved and shown. */
export interface Resource<Row, Shown> {
  save(tx: Tx, row: Row): unknown;
  show(row: Row, now: Date): Shown;
}

interface Changeable {
  lifecycle_number?: string | null;
  updated_at: Date;
}

/**
 * Saves the changes of a locked row and emits events with the resource after the change and the previous values
 * of the changed fields. Returns the resource after the change.
 */
export function changeResource<Row extends Changeable, Data extends TSchema>(
  tx: Tx,
  resource: Resource<Row, Static<Data>>,
  before: Row,
  changes: Partial<Row>,
  ...types: EventType<Data>[]
): Static<Data> {
  return changeResourceWith<Row, Static<Data> & object>(
    tx,
    resource,
    before,
    changes,
    (shown, previous) => types.map((type) => pendingEvent(type, shown, previous)),
  );
}

/** The same with events that contain more than the resource, such as the payment that changed an invoice. */
export function changeResourceWith<Row extends Changeable, Shown extends object>(
  tx: Tx,
  resource: Resource<Row, Shown>,
  before: Row,
  changes: Partial<Row>,
  eventsOf: (shown: Shown, previous: Partial<Shown>) => PendingEvent[],
): Shown {
  const after = { ...before, ...changes, updated_at: tx.now };
  resource.save(tx, after);
  const shown = resource.show(after, tx.now);
  const previous = changedFields(resource.show(before, tx.now), shown);
  tx.emit(before.lifecycle_number ?? null, ...eventsOf(shown, previous));
  return shown;
}
