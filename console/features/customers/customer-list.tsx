import { Link } from '@tanstack/react-router';
import type { Customer } from '../../../packages/sdk/src/index.ts';
import type { MorePages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkList } from '../../ui/long-list.tsx';
import rows from '../../ui/rows.module.css';
import { ShowMore } from '../../ui/show-more.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
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
  found: MorePages;
}) {
  const shown = useLongList<HTMLUListElement>({
    count: customers.length,
    keyOf: (index) => customers[index]?.customer_id ?? '',
    rowHeight: ROW_HEIGHT,
    more: found,
  });
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
      <LinkList
        rows={shown}
        items={customers}
        keyOf={({ customer_id }) => customer_id}
        label={text.screens.customers}
        className={rows.list}
        hasMore={found.hasMore}
      >
        {(customer) => <Row customer={customer} zone={zone} />}
      </LinkList>
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
