import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import { findInvoice } from '../invoices/index.ts';
import {
  type CheckoutRow,
  changeCheckout,
  findCheckout,
  lockCheckout,
} from './checkout-queries.ts';
import { closeCheckout } from './close-checkout.task.ts';
import { connectionOf } from './connection.ts';
import { type Opened, PROVIDERS } from './provider.ts';
import { findProvider } from './provider-queries.ts';

/** 2 s, 4 s, 8 s and so on: about four minutes in all. The customer waits, and can try again after that. */
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 2_000;

export interface CheckoutTask {
  checkout_id: string;
  attempt: number;
}

/** Asks the provider for the page of a checkout. Killed in between, it asks again and gets the same page. */
export const prepareCheckout: Task<CheckoutTask> = {
  name: 'prepare-checkout',
  description: 'Opens the page on which a customer pays an invoice.',
  retryLimit: 5,
  concurrency: 10,
  perGroup: 4,
  async handle(context, tasks) {
    for (const task of tasks) await prepare(context, task);
  },
};

async function prepare(context: TaskContext, task: QueuedTask<CheckoutTask>): Promise<void> {
  const { checkout_id, organization_id: organizationId } = task.data;
  const system = { organizationId, actor: { type: 'system', id: null, name: 'Payments' } } as const;
  const found = await context.database.read(system, async (tx) => {
    const checkout = await findCheckout(tx, checkout_id);
    const [provider, invoice] = await Promise.all([
      findProvider(tx, checkout.payment_provider_id),
      findInvoice(tx, checkout.invoice_id),
    ]);
    return { checkout, provider, invoice };
  });
  if (found.checkout.status !== 'preparing') return;
  const opened = await open(context, task, found);
  const { name } = PROVIDERS[found.provider.kind];
  const actor = { type: 'system', id: null, name } as const;
  await context.database.transaction({ organizationId, actor }, async (tx) => {
    const checkout = await lockCheckout(tx, checkout_id);
    const group = `payment provider ${checkout.payment_provider_id}`;
    if ('failed' in opened) {
      if (checkout.status !== 'preparing') return;
      if (opened.failed === 'refused' || task.data.attempt >= MAX_ATTEMPTS) {
        changeCheckout(tx, checkout, { status: 'failed', failure: opened.detail });
        return;
      }
      const { attempt } = task.data;
      const startAfter = new Date(tx.now.getTime() + FIRST_WAIT_MS * 2 ** (attempt - 1));
      enqueue(tx, prepareCheckout, { checkout_id, attempt: attempt + 1 }, { startAfter, group });
      return;
    }
    // It ran twice.
    if (checkout.session_id !== null) return;
    const page = pageOf(opened);
    if (checkout.status === 'preparing') {
      changeCheckout(tx, checkout, { ...page, status: 'open' });
      return;
    }
    changeCheckout(tx, checkout, page);
    // It ended while the provider was asked: the page must not be paid.
    if (checkout.status === 'expired') {
      enqueue(tx, closeCheckout, { checkout_id, attempt: 1 }, { group });
    }
  });
}

function pageOf({ sessionId, url, expiresAt }: Exclude<Opened, { failed: string }>) {
  return { session_id: sessionId, url, expires_at: expiresAt };
}

interface Found {
  checkout: CheckoutRow;
  provider: Awaited<ReturnType<typeof findProvider>>;
  invoice: { number: string };
}

async function open(
  context: TaskContext,
  task: QueuedTask<CheckoutTask>,
  { checkout, provider, invoice }: Found,
): Promise<Opened> {
  const { organization_id: organizationId } = task.data;
  if (provider.status !== 'active') {
    return { failed: 'refused', detail: 'The payment provider was disabled.' };
  }
  const connection = connectionOf(context, task, provider);
  if (connection === null) {
    return { failed: 'refused', detail: 'The keys of the payment provider cannot be decrypted.' };
  }
  return PROVIDERS[provider.kind].openSession(connection, {
    organizationId,
    checkoutId: checkout.checkout_id,
    invoiceId: checkout.invoice_id,
    title: `Invoice ${invoice.number}`,
    amount: checkout.amount,
    currency: checkout.currency,
    returnUrl: checkout.return_url,
  });
}
