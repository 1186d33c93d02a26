import type { Language } from '../../domain/languages.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import { findContact, WORDS } from '../documents/index.ts';
import { findInvoice, type InvoiceRow } from '../invoices/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { askAboutFailure } from './ask-about-failure.ts';
import {
  type CheckoutRow,
  changeCheckout,
  findCheckout,
  lockCheckout,
} from './checkout-queries.ts';
import { closeCheckout } from './close-checkout.task.ts';
import { connectionOf } from './connection.ts';
import { type Opened, PROVIDERS } from './provider.ts';
import { findProvider, type ProviderRow } from './provider-queries.ts';

/** 2 s, 4 s, 8 s and so on: about four minutes in all. The customer waits, and can try again after that. */
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 2_000;

export interface CheckoutTask {
  checkout_id: string;
  attempt: number;
  /** How many of the attempts the provider has failed at. */
  failures?: number;
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
    const [provider, invoice, company] = await Promise.all([
      findProvider(tx, checkout.payment_provider_id),
      findInvoice(tx, checkout.invoice_id),
      findOrganization(tx),
    ]);
    const { language } = await findContact(tx, checkout.lifecycle_number, company);
    return { checkout, provider, invoice, language };
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
      const { attempt, failures = 0 } = task.data;
      if (opened.failed === 'refused' || attempt >= MAX_ATTEMPTS) {
        const code = opened.failed === 'refused' ? opened.code : 'unavailable';
        const failure = { failure_code: code, failure: opened.detail };
        changeCheckout(tx, checkout, { status: 'failed', ...failure });
        await askAboutFailure(tx, found, failure);
        return;
      }
      const startAfter = new Date(tx.now.getTime() + FIRST_WAIT_MS * 2 ** (attempt - 1));
      const next = {
        checkout_id,
        attempt: attempt + 1,
        failures: failures + (opened.failed === 'retry_anew' ? 1 : 0),
      };
      enqueue(tx, prepareCheckout, next, { startAfter, group });
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
  provider: ProviderRow;
  invoice: InvoiceRow;
  /** The customer's. */
  language: Language;
}

async function open(
  context: TaskContext,
  task: QueuedTask<CheckoutTask>,
  { checkout, provider, invoice, language }: Found,
): Promise<Opened> {
  const { organization_id: organizationId, failures = 0 } = task.data;
  if (provider.status !== 'active') {
    const detail = 'The payment provider was disabled.';
    return { failed: 'refused', code: 'unavailable', detail };
  }
  const connection = connectionOf(context, task, provider);
  if (connection === null) {
    const detail = 'The keys of the payment provider cannot be decrypted.';
    return { failed: 'refused', code: 'keys_refused', detail };
  }
  return PROVIDERS[provider.kind].openSession(connection, {
    organizationId,
    checkoutId: checkout.checkout_id,
    invoiceId: checkout.invoice_id,
    failures,
    language,
    title: `${WORDS[language].invoice} ${invoice.number}`,
    amount: checkout.amount,
    currency: checkout.currency,
    returnUrl: checkout.return_url,
  });
}
