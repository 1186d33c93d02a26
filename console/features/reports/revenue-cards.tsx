import { Link } from '@tanstack/react-router';
import type { Revenue, RevenueRow } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import type { Cell } from '../../ui/csv.ts';
import { formatMoney } from '../../ui/money.ts';
import type { InvoiceSearch } from '../invoices/search.ts';
import { Bars } from './bars.tsx';
import { invoicesBehind } from './behind.ts';
import { ChartCard } from './chart-card.tsx';
import { Columns } from './columns.tsx';
import styles from './reports.module.css';
import { FIGURES, inCurrency, type Sums, sumsBy } from './revenue-sums.ts';
import { shortDay } from './short-day.ts';

/** What was invoiced and received in each period, in one currency. */
export function RevenueCard({ revenue, currency }: { revenue: Revenue; currency: string }) {
  const me = useMe();
  const rows = inCurrency(revenue.data, currency);
  const totals = inCurrency(revenue.totals, currency)[0];
  const { figures, starts, ends } = text.reports;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <ChartCard
      title={text.reports.revenueIn(currency)}
      about={text.reports.revenueAbout}
      table={{
        name: `revenue ${currency} ${revenue.from} ${revenue.to}`,
        columns: [starts, ends, ...FIGURES.map((figure) => figures[figure])],
        rows: rows.map((row) => [
          row.starts_on ?? '',
          row.ends_on ?? '',
          ...amounts(row, currency),
        ]),
      }}
    >
      {totals && <Totals totals={totals} money={money} />}
      <Columns
        label={text.reports.revenueIn(currency)}
        series={[figures.invoiced, figures.paid]}
        layout="beside"
        columns={rows.map((row) => {
          const { starts_on: from = revenue.from, ends_on: to = revenue.to } = row;
          const label = shortDay(from);
          const about = text.reports.revenueColumn(label, money(row.invoiced), money(row.paid));
          return {
            label,
            values: [row.invoiced, row.paid],
            about,
            list: invoicesBehind(me, { from, to, currency }),
            secondList: invoicesBehind(me, { from, to, currency, by: 'paid' }),
          };
        })}
      />
    </ChartCard>
  );
}

function amounts(sums: Sums, currency: string): Cell[] {
  return FIGURES.map((figure) => ({ amount: sums[figure], currency }));
}

function Totals({ totals, money }: { totals: Sums; money(amount: number): string }) {
  return (
    <dl className={styles.figures}>
      {FIGURES.map((figure) => (
        <div key={figure}>
          <dt>{text.reports.figures[figure]}</dt>
          <dd>
            {money(totals[figure])}
            {figure === 'outstanding' && totals.outstanding > 0 && (
              <Link className={styles.small} to="/invoices" search={{}}>
                {text.reports.openInvoices}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function RevenueSourcesCard({ revenue, currency }: { revenue: Revenue; currency: string }) {
  return (
    <PartsCard
      title={text.reports.revenueBySource(currency)}
      about={text.reports.revenueBySourceAbout}
      first={text.reports.source}
      name={`revenue by source ${currency} ${revenue.from} ${revenue.to}`}
      revenue={revenue}
      currency={currency}
      searchOf={({ source = '' }) => ({ source })}
      keyOf={({ source = '' }) => source}
      labelOf={({ source = '' }) => inWords(source)}
    />
  );
}

export function RevenuePeopleCard({ revenue, currency }: { revenue: Revenue; currency: string }) {
  return (
    <PartsCard
      title={text.reports.revenueByPerson(currency)}
      about={text.reports.revenueByPersonAbout}
      first={text.reports.person}
      name={`revenue by person ${currency} ${revenue.from} ${revenue.to}`}
      revenue={revenue}
      currency={currency}
      searchOf={({ user_id }) => ({ assigned: user_id ?? 'none' })}
      keyOf={({ user_id }) => user_id ?? ''}
      labelOf={({ user_name }) => user_name ?? text.reports.unassigned}
    />
  );
}

/** The revenue of each source or person. */
function PartsCard({
  title,
  about,
  first,
  name,
  revenue,
  currency,
  keyOf,
  labelOf,
  searchOf,
}: {
  title: string;
  about: string;
  /** The name of the first column. */
  first: string;
  name: string;
  revenue: Revenue;
  currency: string;
  keyOf(row: RevenueRow): string;
  labelOf(row: RevenueRow): string;
  /** The filter of the list with the invoices of the row. */
  searchOf(row: RevenueRow): InvoiceSearch;
}) {
  const me = useMe();
  const { from, to } = revenue;
  const parts = sumsBy(inCurrency(revenue.data, currency), keyOf);
  const most = Math.max(1, ...parts.map(({ invoiced }) => invoiced));
  const { figures } = text.reports;
  return (
    <ChartCard
      title={title}
      about={about}
      table={{
        name,
        columns: [first, ...FIGURES.map((figure) => figures[figure])],
        rows: parts.map((part) => [labelOf(part.first), ...amounts(part, currency)]),
      }}
    >
      <Bars
        label={title}
        bars={parts.map((part) => ({
          id: part.key,
          label: labelOf(part.first),
          value: formatMoney(part.invoiced, currency),
          length: part.invoiced / most,
          list: invoicesBehind(me, { from, to, currency, ...searchOf(part.first) }),
        }))}
      />
    </ChartCard>
  );
}
