import * as text from '../../text/en.ts';
import { formatMoney } from '../../ui/money.ts';
import styles from './invoice-form.module.css';
import { type DraftLine, priceLines } from './lines.ts';

/** What the invoice will come to, with every key. */
export function Totals({ lines, currency }: { lines: readonly DraftLine[]; currency: string }) {
  const { sums } = priceLines(lines, currency);
  const shown = (amount: number | undefined) =>
    amount === undefined ? '–' : formatMoney(amount, currency);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{text.invoices.subtotal}</dt>
        <dd>{shown(sums?.subtotal)}</dd>
      </div>
      <div>
        <dt>{text.invoices.taxTotal}</dt>
        <dd>{shown(sums?.tax)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{text.invoices.total}</dt>
        <dd>{shown(sums?.total)}</dd>
      </div>
    </dl>
  );
}
