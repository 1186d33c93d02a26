import { Link } from '@tanstack/react-router';
import type { Customer } from '../../../packages/sdk/src/index.ts';
import { text } from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import rows from '../../ui/rows.module.css';
import { ShowMore } from '../../ui/show-more.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { BalanceText, NextVisitText } from '../visits/overview.tsx';
import styles from './customers.module.css';

const ROW_HEIGHT = 49;

/** One row per customer, which opens the page of the newest number. Only the rows in view are on the page. */
export function CustomerList({
  customers,
  zone,
  found,
}: {
  customers: readonly Customer[];
  zone: string;
  found: { hasMore: boolean; isLoadingMore: boolean; showMore(): void };
}) {
  const { list, measure, indexes, above, below } = useLongList(customers.length, ROW_HEIGHT);
  useRowKeys(list);
  const { columns } = text.customers;
  return (
    <div className={styles.columns}>
      <div className={rows.head} aria-hidden="true">
        {Object.entries(columns).map(([name, title]) => (
          <span key={name} className={name === 'balance' ? rows.end : undefined}>
            {title}
          </span>
        ))}
      </div>
      <ul
        ref={list}
        className={rows.list}
        aria-label={text.screens.customers}
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {indexes.map((index) => {
          const customer = customers[index];
          return (
            customer && (
              <li key={customer.customer_id} ref={measure} data-index={index}>
                <Row customer={customer} zone={zone} />
              </li>
            )
          );
        })}
      </ul>
      <ShowMore {...found} />
    </div>
  );
}

function Row({ customer, zone }: { customer: Customer; zone: string }) {
  const { lifecycle_number, lifecycle_numbers, name, phone, email, address } = customer;
  return (
    <Link
      data-row
      className={rows.row}
      to="/n/$number"
      params={{ number: lifecycle_numbers.at(-1) ?? lifecycle_number }}
    >
      <span className={`${rows.cut} ${rows.name}`}>
        {name ?? text.customers.noName}{' '}
        {customer.do_not_contact && <Badge look="danger">{text.customers.doNotContact}</Badge>}
      </span>
      <span className={rows.cut}>{phone ?? email}</span>
      <span className={`${rows.cut} ${rows.quiet} ${styles.address}`}>{address}</span>
      <span className={`${styles.numbers} ${rows.quiet}`}>
        {lifecycle_numbers.map((number) => (
          <span key={number}>{number}</span>
        ))}
      </span>
      <span className={styles.visit}>
        <NextVisitText visit={customer.next_visit} zone={zone} />
      </span>
      <span className={`${rows.end} ${styles.balance}`}>
        <BalanceText balance={customer.balance} />
      </span>
      <span className={`${rows.quiet} ${styles.since}`}>
        <span className="visually-hidden">{text.customers.columns.since} </span>
        {formatsFor(zone).fullDate(customer.created_at)}
      </span>
    </Link>
  );
}
