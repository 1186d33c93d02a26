import type { Static, TSchema } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { type Changeable, changeResource, type Resource } from './change-resource.ts';
import type { EventType } from './event.ts';

interface Deletable extends Changeable {
  deleted_at: Date | null;
}

/**
 * What an operation runs that deletes a resource: it sets `deleted_at`, and the values that are removed with it. If the
 * resource is deleted already, it returns it and changes nothing.
 */
export function deleteOnce<Row extends Deletable, Data extends TSchema>(
  lock: (tx: Tx, id: string) => Promise<Row>,
  resource: Resource<Row, Static<Data>>,
  type: EventType<Data>,
  removed: Partial<Row> = {},
) {
  return async (tx: Tx, { params }: { params: { id: string } }) => {
    const before = await lock(tx, params.id);
    const shown =
      before.deleted_at === null
        ? changeResource(tx, resource, before, { ...removed, deleted_at: tx.now }, type)
        : resource.show(before, tx.now);
    return { status: 200 as const, body: shown };
  };
}
