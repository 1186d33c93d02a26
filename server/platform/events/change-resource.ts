import type { Static, TSchema } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { changedFields } from './changed-fields.ts';
import { type EventType, type PendingEvent, pendingEvent } from './event.ts';

/** How a resource is saved and shown. */
export interface Resource<Row, Shown> {
  save(tx: Tx, row: Row): unknown;
  show(row: Row, now: Date): Shown;
}

export interface Changeable {
  lifecycle_number?: string | null;
  updated_at: Date;
}

/** How a new resource is inserted and shown. */
export interface NewResource<Row, Shown> {
  insert(tx: Tx, row: Row): unknown;
  show(row: Row, now: Date): Shown;
}

/** Inserts a row and emits its event with the new resource. Returns the resource. */
export function createResource<Row extends Changeable, Data extends TSchema>(
  tx: Tx,
  resource: NewResource<Row, Static<Data>>,
  row: Row,
  type: EventType<Data>,
): Static<Data> {
  resource.insert(tx, row);
  const shown = resource.show(row, tx.now);
  tx.emit(row.lifecycle_number ?? null, pendingEvent(type, shown));
  return shown;
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

/** The same for a row after an update by the user. If it is the same as before, nothing is saved or emitted. */
export function updateResource<Row extends Changeable, Data extends TSchema>(
  tx: Tx,
  resource: Resource<Row, Static<Data>>,
  before: Row,
  after: Row,
  type: EventType<Data>,
): Static<Data> {
  if (Object.keys(changedFields(before, after)).length === 0) return resource.show(before, tx.now);
  return changeResource(tx, resource, before, after, type);
}

/** The same as changeResource with events that contain more than the resource, such as the payment that changed an invoice. */
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
