import { Link } from '@tanstack/react-router';
import type { Invoice } from '../../../packages/sdk/src/index.ts';
import { text } from '../../text/en.ts';
import { plainDate } from '../../time/format.ts';
import { formatMoney } from '../../ui/money.ts';
import rows from '../../ui/rows.module.css';
import { useLongList } from '../../ui/use-long-list.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { InvoiceBadge } from './invoice-badge.tsx';
import styles from './invoices.module.css';

const ROW_HEIGHT = 57;

/** One row per invoice, which opens it. Only the rows in view are on the page. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  const { list, measure, indexes, above, below } = useLongList(invoices.length, ROW_HEIGHT);
  useRowKeys(list);
  const { columns } = text.invoices;
  return (
    <div className={styles.columns}>
      <div className={rows.head} aria-hidden="true">
        <span>{columns.number}</span>
        <span>{columns.who}</span>
        <span>{columns.due}</span>
        <span className={rows.end}>{columns.total}</span>
        <span className={rows.end}>{columns.balance}</span>
        <span>{columns.status}</span>
      </div>
      <ul
        ref={list}
        className={rows.list}
        aria-label={text.invoices.title}
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {indexes.map((index) => {
          const invoice = invoices[index];
          return (
            invoice && (
              <li key={invoice.invoice_id} ref={measure} data-index={index}>
                <Row invoice={invoice} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function Row({ invoice }: { invoice: Invoice }) {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  return (
    <Link data-row className={rows.row} to="/invoices/$id" params={{ id: invoice.invoice_id }}>
      <span className={rows.name}>{invoice.number}</span>
      <span className={styles.who}>
        <span className={rows.cut}>{invoice.customer_name ?? invoice.lifecycle_number}</span>
        <span className={`${rows.cut} ${rows.quiet}`}>{invoice.job_title}</span>
      </span>
      <span className={`${rows.quiet} ${styles.due}`}>
        <span className="visually-hidden">{text.invoices.columns.due} </span>
        {plainDate(invoice.due_on)}
      </span>
      <span className={`${rows.end} ${styles.total}`}>
        <span className="visually-hidden">{text.invoices.columns.total} </span>
        {money(invoice.total)}
      </span>
      <span className={`${rows.end} ${rows.name} ${styles.balance}`}>
        <span className="visually-hidden">{text.invoices.columns.balance} </span>
        {invoice.status === 'void' ? '–' : money(invoice.balance)}
      </span>
      <span className={styles.status}>
        <InvoiceBadge invoice={invoice} />
      </span>
    </Link>
  );
}
