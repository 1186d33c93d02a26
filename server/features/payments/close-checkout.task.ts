import type { Tx } from '../../platform/database/transaction.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import { lockInvoice } from '../invoices/index.ts';
import { type FailureCode, isOver, laterStatus } from './checkout.ts';
import {
  type CheckoutRow,
  changeCheckout,
  findCheckout,
  lockCheckout,
  lockLiveCheckouts,
} from './checkout-queries.ts';
import { connectionOf } from './connection.ts';
import { type Closed, PROVIDERS } from './provider.ts';
import { findProvider, type ProviderRow } from './provider-queries.ts';

/** 10 s, 20 s and so on: about three hours in all. Then the page closes by itself within a day. */
const MAX_ATTEMPTS = 11;
const FIRST_WAIT_MS = 10_000;

interface Closing {
  checkout_id: string;
  attempt: number;
  /** The keys with which the page was opened, sealed and in base 64, if the provider has others now. */
  sealed_keys?: string;
}

/** Closes the page of a checkout that has ended, so that nothing is paid twice. */
export const closeCheckout: Task<Closing> = {
  name: 'close-checkout',
  description: 'Closes a page on which an invoice would be paid twice.',
  retryLimit: 5,
  concurrency: 10,
  perGroup: 4,
  async handle(context, tasks) {
    for (const task of tasks) await close(context, task);
  },
};

async function close(context: TaskContext, task: QueuedTask<Closing>): Promise<void> {
  const { checkout_id, attempt, organization_id: organizationId, sealed_keys } = task.data;
  const actor = { type: 'system', id: null, name: 'Payments' } as const;
  const { checkout, provider } = await context.database.read(
    { organizationId, actor },
    async (tx) => {
      const row = await findCheckout(tx, checkout_id);
      return { checkout: row, provider: await findProvider(tx, row.payment_provider_id) };
    },
  );
  if (checkout.session_id === null || checkout.status === 'paid') return;
  const closed = await closePage(context, task, { provider, sessionId: checkout.session_id });
  if (closed === null || closed === 'paid') return;
  await context.database.transaction({ organizationId, actor }, async (tx) => {
    if (closed === 'closed') return reportCheckout(tx, checkout, 'expired');
    if (closed === 'processing') return reportCheckout(tx, checkout, 'processing');
    if (attempt >= MAX_ATTEMPTS) return;
    const startAfter = new Date(tx.now.getTime() + FIRST_WAIT_MS * 2 ** (attempt - 1));
    const group = `payment provider ${provider.payment_provider_id}`;
    const again = { checkout_id, attempt: attempt + 1, ...(sealed_keys && { sealed_keys }) };
    enqueue(tx, closeCheckout, again, { startAfter, group });
  });
}

/**
 * With the keys that the page was opened with, then with those that the provider has now: other keys can be of another
 * account, which does not know the page. Null without keys.
 */
async function closePage(
  context: TaskContext,
  task: QueuedTask<Closing>,
  { provider, sessionId }: { provider: ProviderRow; sessionId: string },
): Promise<Closed | null> {
  const { sealed_keys } = task.data;
  const before = sealed_keys === undefined ? [] : [Buffer.from(sealed_keys, 'base64')];
  let closed: Closed | null = null;
  for (const sealed_secret of [...before, provider.sealed_secret]) {
    const connection = connectionOf(context, task, { ...provider, sealed_secret });
    if (connection === null) continue;
    closed = await PROVIDERS[provider.kind].closeSession(connection, sessionId);
    if (closed !== 'unknown') return closed;
  }
  return closed;
}

/**
 * Ends a checkout that must not be paid any more: its amount is not the balance, its page has closed, or its provider is not
 * used any more. The worker closes its page. Money that is on its way cannot be called back.
 */
export function endCheckout(tx: Tx, checkout: CheckoutRow, keys: Buffer | null = null): void {
  const { checkout_id, payment_provider_id, status, session_id, expires_at } = checkout;
  if (status === 'processing') return;
  changeCheckout(tx, checkout, { status: 'expired' });
  // Without a session, the worker closes the page if it opens one after all.
  if (session_id === null || isOver(expires_at, tx.now)) return;
  const group = `payment provider ${payment_provider_id}`;
  const task = { checkout_id, attempt: 1, ...(keys && { sealed_keys: keys.toString('base64') }) };
  enqueue(tx, closeCheckout, task, { group });
}

/** The state of a page. A later state is never replaced by an earlier one. */
export async function reportCheckout(
  tx: Tx,
  { checkout_id, invoice_id }: Pick<CheckoutRow, 'checkout_id' | 'invoice_id'>,
  reported: 'processing' | 'paid' | 'expired' | 'failed',
): Promise<void> {
  const live = reported === 'processing' ? await lockAll(tx, invoice_id) : [];
  const checkout = await lockCheckout(tx, checkout_id);
  const status = laterStatus(checkout.status, reported);
  if (status === checkout.status) return;
  for (const other of live) if (other.checkout_id !== checkout_id) endCheckout(tx, other);
  const isFailed = status === 'failed';
  changeCheckout(tx, checkout, {
    status,
    failure_code: isFailed ? ('payment_failed' satisfies FailureCode) : null,
    failure: isFailed ? 'The payment was refused.' : null,
    // Its page is closed, but it is not over: it waits for the bank.
    expires_at: status === 'processing' ? null : checkout.expires_at,
  });
}

/** The invoice first, as everywhere: another one can be opened at this moment. */
async function lockAll(tx: Tx, invoiceId: string): Promise<CheckoutRow[]> {
  await lockInvoice(tx, invoiceId);
  return lockLiveCheckouts(tx, invoiceId);
}
