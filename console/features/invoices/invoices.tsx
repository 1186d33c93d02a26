import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Needs } from '../../session/needs.tsx';
import * as text from '../../text/en.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import { JobTabs } from '../jobs/job-tabs.tsx';
import type { Amount } from '../jobs/sums.ts';
import { InvoiceList } from './invoice-list.tsx';
import styles from './invoices.module.css';
import { type ClosedFilter, useInvoices } from './use-invoices.ts';
import { balances, useOpenInvoices } from './use-open-invoices.ts';

type Filter = 'open' | ClosedFilter;
const FILTERS: readonly Filter[] = ['open', 'draft', 'paid', 'void', 'all'];

/** What is owed, overdue first; and all other invoices. */
export function Invoices() {
  const [filter, setFilter] = useState<Filter>('open');
  return (
    <Needs scopes={['invoices:read', 'invoices:own']}>
      <Screen title={text.invoices.title}>
        <JobTabs />
        <Choices<Filter>
          label={text.invoices.show}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: text.invoices.filters[value] }))}
          onChoose={setFilter}
        />
        {filter === 'open' ? <OpenInvoices /> : <OtherInvoices key={filter} filter={filter} />}
      </Screen>
    </Needs>
  );
}

function OpenInvoices() {
  const { open, isComplete, ...state } = useOpenInvoices();
  const overdue = open.filter(({ is_overdue }) => is_overdue);
  return (
    <Loaded of={state}>
      {() =>
        open.length === 0 ? (
          <Empty action={<ToJobs />}>{text.invoices.emptyOpen}</Empty>
        ) : (
          <>
            <dl className={styles.totals}>
              <Total
                label={text.invoices.totalOpen}
                sums={balances(open)}
                isComplete={isComplete}
              />
              <Total
                label={text.invoices.totalOverdue}
                sums={balances(overdue)}
                isComplete={isComplete}
                isBad={overdue.length > 0}
              />
            </dl>
            <InvoiceList invoices={open} />
          </>
        )
      }
    </Loaded>
  );
}

function Total({
  label,
  sums,
  isComplete,
  isBad = false,
}: {
  label: string;
  sums: readonly Amount[];
  isComplete: boolean;
  isBad?: boolean;
}) {
  const shown = sums.map(({ amount, currency }) => formatMoney(amount, currency));
  return (
    <div>
      <dt>{label}</dt>
      <dd data-bad={isBad}>
        {shown.length === 0
          ? '–'
          : shown.map((sum) => (
              <span key={sum}>{isComplete ? sum : text.invoices.orMore(sum)}</span>
            ))}
      </dd>
    </div>
  );
}

function OtherInvoices({ filter }: { filter: ClosedFilter }) {
  const list = useInvoices(filter);
  return (
    <Loaded of={list}>
      {() =>
        list.items && list.items.length > 0 ? (
          <InvoiceList invoices={list.items} more={list} />
        ) : (
          <Empty action={<ToJobs />}>{text.invoices.empty}</Empty>
        )
      }
    </Loaded>
  );
}

function ToJobs() {
  return (
    <Link className={buttonClass()} to="/jobs">
      {text.invoices.toJobs}
    </Link>
  );
}
