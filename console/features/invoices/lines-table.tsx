import type { Invoice } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { formatMoney } from '../../ui/money.ts';
import styles from './invoice-page.module.css';

/** The lines and totals, as the customer reads them. */
export function LinesTable({ invoice }: { invoice: Invoice }) {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const totals = [
    [text.invoices.subtotal, invoice.subtotal],
    [text.invoices.taxTotal, invoice.tax],
    [text.invoices.total, invoice.total],
    [text.invoices.paid, invoice.paid],
    [text.invoices.balance, invoice.balance],
  ] as const;
  return (
    <div className={styles.paper}>
      <table className={styles.table}>
        <caption className="visually-hidden">{text.invoices.lines}</caption>
        <thead>
          <tr>
            <th scope="col">{text.invoices.description}</th>
            <th scope="col">{text.invoices.quantity}</th>
            <th scope="col">{text.invoices.price}</th>
            <th scope="col">{text.invoices.tax}</th>
            <th scope="col">{text.invoices.amount}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and two can be equal.
            <tr key={index}>
              <th scope="row">{line.description}</th>
              <td>{line.quantity.toLocaleString()}</td>
              <td>{money(line.unit_amount)}</td>
              <td>{line.tax_rate === 0 ? '–' : line.tax_rate.toLocaleString()}</td>
              <td>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.totals}>
        {totals.map(([label, amount]) => (
          <div key={label} data-total={amount === invoice.total && label === text.invoices.total}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
