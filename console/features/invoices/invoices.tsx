import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SavedViews } from '../../saved-views/saved-views.tsx';
import { Needs } from '../../session/needs.tsx';
import * as text from '../../text/en.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import { JobTabs } from '../jobs/job-tabs.tsx';
import type { Amount } from '../jobs/sums.ts';
import { InvoiceList } from './invoice-list.tsx';
import styles from './invoices.module.css';
import { isSentSearch } from './search.ts';
import { SentInvoices } from './sent-invoices.tsx';
import { type InvoiceFilter, useInvoices, useOwed } from './use-invoices.ts';

const FILTERS: readonly InvoiceFilter[] = ['open', 'draft', 'paid', 'void', 'all'];

/** What is owed, overdue first; all other invoices; and those that a report has counted. */
export function Invoices() {
  const search = useSearch({ from: '/office/invoices' });
  return (
    <Needs scopes={['invoices:read', 'invoices:own']} title={text.invoices.title}>
      <Screen title={text.invoices.title}>
        <JobTabs />
        {isSentSearch(search) ? (
          <SentInvoices key={JSON.stringify(search)} search={search} />
        ) : (
          <ByStatus />
        )}
      </Screen>
    </Needs>
  );
}

function ByStatus() {
  const [filter, setFilter] = useState<InvoiceFilter>('open');
  return (
    <>
      <FilterBar label={text.invoices.which}>
        <Choices<InvoiceFilter>
          label={text.invoices.show}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: text.invoices.filters[value] }))}
          onChoose={setFilter}
        />
        <SavedViews
          screen="invoices"
          filters={{ show: filter }}
          onOpen={({ show }) => setFilter(FILTERS.find((one) => one === show) ?? 'open')}
        />
      </FilterBar>
      <Found key={filter} filter={filter} />
    </>
  );
}

function Found({ filter }: { filter: InvoiceFilter }) {
  const list = useInvoices(filter);
  const { empty, emptyOpen } = text.invoices;
  return (
    <Loaded of={list}>
      {() =>
        list.items && list.items.length > 0 ? (
          <>
            {filter === 'open' && <Totals />}
            <InvoiceList invoices={list.items} more={list} />
          </>
        ) : (
          <Empty action={<ToJobs />}>{filter === 'open' ? emptyOpen : empty}</Empty>
        )
      }
    </Loaded>
  );
}

/** Of all open invoices, however many of them are listed. */
function Totals() {
  const owed = useOwed();
  if (!owed) return null;
  return (
    <dl className={styles.totals}>
      <Total label={text.invoices.totalOpen} sums={owed.open} />
      <Total
        label={text.invoices.totalOverdue}
        sums={owed.overdue}
        isBad={owed.overdue.length > 0}
      />
    </dl>
  );
}

function Total({
  label,
  sums,
  isBad = false,
}: {
  label: string;
  sums: readonly Amount[];
  isBad?: boolean;
}) {
  const shown = sums.map(({ amount, currency }) => formatMoney(amount, currency));
  return (
    <div>
      <dt>{label}</dt>
      <dd data-bad={isBad}>
        {shown.length === 0 ? '–' : shown.map((sum) => <span key={sum}>{sum}</span>)}
      </dd>
    </div>
  );
}

function ToJobs() {
  return (
    <Link className={buttonClass()} to="/jobs">
      {text.invoices.toJobs}
    </Link>
  );
}
