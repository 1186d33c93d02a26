import type { Invoice, Job } from '../../../packages/sdk/src/index.ts';
import { moneyForField } from '../../ui/money.ts';
import { type DraftLine, emptyLine } from '../invoices/lines.ts';
import { contractAmount } from '../jobs/sums.ts';

type Invoiced = Pick<Invoice, 'status' | 'is_deposit' | 'lines'>;

/** The work at the agreed price, if nothing but deposits was invoiced yet; with the tax of the last invoice for work. Pure. */
export function firstLine(
  job: Pick<Job, 'title' | 'contract'>,
  invoices: readonly Invoiced[],
  currency: string,
): DraftLine {
  const ofWork = invoices.filter(({ is_deposit }) => !is_deposit);
  const rate = ofWork[0]?.lines[0]?.tax_rate ?? 0;
  const line = emptyLine(0, rate === 0 ? '' : String(rate));
  const amount = contractAmount(job);
  const isFirst = ofWork.every(({ status }) => status === 'void');
  if (!isFirst || amount === null || amount.currency !== currency) return line;
  const work = { ...line, description: job.title, price: moneyForField(amount.amount, currency) };
  // What was agreed in an estimate includes the tax, so the place adds none.
  return job.contract?.estimate_id == null ? work : { ...work, taxRate: '0' };
}
