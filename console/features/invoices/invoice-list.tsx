import { Link } from '@tanstack/react-router';
import type { Invoice } from '../../../packages/sdk/src/index.ts';
import type { MorePages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { plainDate } from '../../time/format.ts';
import { LinkList } from '../../ui/long-list.tsx';
import { formatMoney } from '../../ui/money.ts';
import rows from '../../ui/rows.module.css';
import { ShowMore } from '../../ui/show-more.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import { InvoiceBadge } from './invoice-badge.tsx';
import styles from './invoices.module.css';

const ROW_HEIGHT = 57;

/** One row per invoice, which opens it. Only the rows in view are on the page. */
export function InvoiceList({
  invoices,
  more,
}: {
  invoices: readonly Invoice[];
  more?: MorePages;
}) {
  const shown = useLongList<HTMLUListElement>({
    count: invoices.length,
    keyOf: (index) => invoices[index]?.invoice_id ?? '',
    rowHeight: ROW_HEIGHT,
    ...(more && { more }),
  });
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
      <LinkList
        rows={shown}
        items={invoices}
        keyOf={({ invoice_id }) => invoice_id}
        label={text.invoices.title}
        className={rows.list}
        hasMore={more?.hasMore ?? false}
      >
        {(invoice) => <Row invoice={invoice} />}
      </LinkList>
      {more && <ShowMore {...more} />}
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
