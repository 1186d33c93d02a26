import type { Language } from '../../domain/languages.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FullJob } from '../jobs/index.ts';
import type { LineBody } from './body-schemas.ts';
import { withTotals } from './lines.ts';
import type { InvoiceLine } from './schemas.ts';

/**
 * A deposit was invoiced when the estimate was accepted, so the invoice for the work subtracts it. Its line is stored with a mark,
 * by which the next invoice knows what was subtracted already.
 */

export interface NewLine extends LineBody {
  is_deposit?: true;
}

interface Deposits {
  /** Of the deposits, and of the invoices that subtract them; void ones do not count. */
  invoiced: number;
  subtracted: number;
  numbers: string | null;
  language: Language;
}

const selectDeposits = statement(
  'select_deposits_of_job',
  `select coalesce(sum(i.total) filter (where i.is_deposit), 0)::bigint as invoiced,
          coalesce(sum((select -sum((line->>'amount')::bigint) from jsonb_array_elements(i.lines) as line
                        where line->>'is_deposit' is not null)), 0)::bigint as subtracted,
          string_agg(i.number, ', ' order by i.invoice_id) filter (where i.is_deposit) as numbers,
          (select coalesce(
             (select c.language from customers c where c.organization_id = $1 and c.customer_id = $4), o.language)
           from organizations o where o.organization_id = $1) as language
   from invoices i
   where i.organization_id = $1 and i.job_id = $2 and i.currency = $3 and i.status <> 'void'`,
);

const ALREADY_INVOICED: Record<Language, string> = {
  en: 'Deposit already invoiced',
  es: 'Anticipo ya facturado',
  fr: 'Acompte déjà facturé',
  de: 'Bereits berechnete Anzahlung',
  pt: 'Sinal já faturado',
};

/** The lines of an invoice for the work, and what of the deposit they leave to subtract. The job is locked. */
export async function withoutDeposit(
  tx: Tx,
  { job_id, customer_id }: Pick<FullJob, 'job_id' | 'customer_id'>,
  lines: readonly LineBody[],
  currency: string,
): Promise<NewLine[]> {
  const values = [tx.organizationId, job_id, currency, customer_id];
  const [deposits] = await tx.query<Deposits>(selectDeposits, values);
  if (deposits === undefined || deposits.numbers === null) return [...lines];
  const { invoiced, subtracted, numbers, language } = deposits;
  const amount = Math.min(invoiced - subtracted, withTotals(lines).total);
  if (amount <= 0) return [...lines];
  const description = `${ALREADY_INVOICED[language]}: ${numbers}`;
  // It was invoiced without tax, and the lines for the work have all of it.
  const line = { description, quantity: 1, unit_amount: -amount, tax_rate: 0, is_deposit: true };
  return [...lines, line as NewLine];
}

/** Lines that are sent again keep their mark. It has no tax, whatever the place has. */
export function markedAsBefore(
  before: readonly InvoiceLine[],
  lines: readonly LineBody[],
): (LineBody | NewLine)[] {
  const [deposits, others] = [before.filter(isDeposit), before.filter((line) => !isDeposit(line))];
  const known = new Set(others.map(({ description }) => description));
  const marked = new Set(deposits.flatMap((deposit) => linesOfDeposit(deposit, lines, known)));
  return lines.map((line) =>
    marked.has(line) ? { ...line, tax_rate: line.tax_rate ?? 0, is_deposit: true } : line,
  );
}

function isDeposit(line: InvoiceLine): boolean {
  return 'is_deposit' in line;
}

/**
 * Those with its text, or else a new one with its amount: a person can correct either, and it is still the deposit. `known` has the
 * texts of the other lines: a discount of the same amount is none.
 */
function linesOfDeposit(
  deposit: InvoiceLine,
  lines: readonly LineBody[],
  known: ReadonlySet<string>,
): LineBody[] {
  const negative = lines.filter(({ unit_amount }) => unit_amount < 0);
  const sameText = negative.filter(({ description }) => description.trim() === deposit.description);
  if (sameText.length > 0) return sameText;
  const isSame = ({ unit_amount, quantity, description }: LineBody) =>
    unit_amount === deposit.unit_amount &&
    quantity === deposit.quantity &&
    !known.has(description.trim());
  return negative.filter(isSame).slice(0, 1);
}
