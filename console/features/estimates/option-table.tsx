import type { Estimate, EstimateOption } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney } from '../../ui/money.ts';
import paper from '../invoices/invoice-page.module.css';
import styles from './estimates.module.css';

/** An option as the customer reads it. Its totals are without the optional lines. */
export function OptionTable({
  option: { name, recommended, lines, subtotal, tax, total, deposit },
  estimate: { currency, acceptance },
}: {
  option: EstimateOption;
  estimate: Pick<Estimate, 'currency' | 'acceptance'>;
}) {
  const money = (amount: number) => formatMoney(amount, currency);
  const hasOptional = lines.some(({ optional }) => optional);
  const totals = [
    [text.invoices.subtotal, subtotal],
    [text.invoices.taxTotal, tax],
    [hasOptional ? text.estimates.totalWithout : text.estimates.total, total],
    ...(deposit > 0 ? [[text.estimates.deposit, deposit] as const] : []),
  ] as const;
  return (
    <section aria-label={name}>
      <h2 className={styles.optionTitle}>
        {name}
        {recommended && <Badge look="accent">{text.estimates.recommended}</Badge>}
        {acceptance?.option_name === name && <Badge look="ok">{text.estimates.acceptance}</Badge>}
      </h2>
      <div className={paper.paper}>
        <table className={paper.table}>
          <caption className="visually-hidden">{name}</caption>
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
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and two can be equal.
              <tr key={index}>
                <th scope="row">
                  {line.description} {line.optional && <Badge>{text.estimates.optional}</Badge>}
                </th>
                <td>{[line.quantity.toLocaleString(), line.unit].filter(Boolean).join(' ')}</td>
                <td>{money(line.unit_amount)}</td>
                <td>{line.tax_rate === 0 ? '–' : line.tax_rate.toLocaleString()}</td>
                <td>{money(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className={paper.totals}>
          {totals.map(([label, amount], index) => (
            <div key={label} data-total={index === 2}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
