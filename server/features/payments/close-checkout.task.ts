import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import { findCheckout } from './checkout-queries.ts';
import { connectionOf } from './connection.ts';
import type { CheckoutTask } from './prepare-checkout.task.ts';
import { PROVIDERS } from './provider.ts';
import { findProvider } from './provider-queries.ts';

/** 10 s, 20 s and so on: about three hours in all. Then the page closes by itself within a day. */
const MAX_ATTEMPTS = 11;
const FIRST_WAIT_MS = 10_000;

/**
 * Closes the page of a checkout whose amount is not the balance of its invoice any more, so that nothing is paid twice. The
 * provider reports that it has closed.
 */
export const closeCheckout: Task<CheckoutTask> = {
  name: 'close-checkout',
  description: 'Closes a page on which an invoice would be paid twice.',
  retryLimit: 5,
  concurrency: 10,
  perGroup: 4,
  async handle(context, tasks) {
    for (const task of tasks) await close(context, task);
  },
};

async function close(context: TaskContext, task: QueuedTask<CheckoutTask>): Promise<void> {
  const { checkout_id, attempt, organization_id: organizationId } = task.data;
  const actor = { type: 'system', id: null, name: 'Payments' } as const;
  const { checkout, provider } = await context.database.read(
    { organizationId, actor },
    async (tx) => {
      const row = await findCheckout(tx, checkout_id);
      return { checkout: row, provider: await findProvider(tx, row.payment_provider_id) };
    },
  );
  if (checkout.session_id === null || checkout.status === 'paid') return;
  const connection = connectionOf(context, task, provider);
  if (connection === null) return;
  const isDone = await PROVIDERS[provider.kind].closeSession(connection, checkout.session_id);
  if (isDone || attempt >= MAX_ATTEMPTS) return;
  await context.database.transaction({ organizationId, actor }, async (tx) => {
    const startAfter = new Date(tx.now.getTime() + FIRST_WAIT_MS * 2 ** (attempt - 1));
    const group = `payment provider ${provider.payment_provider_id}`;
    enqueue(tx, closeCheckout, { checkout_id, attempt: attempt + 1 }, { startAfter, group });
  });
}
