import type { SourceMoney, SourcesReport } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import type { Cell } from '../../ui/csv.ts';
import { formatMoney } from '../../ui/money.ts';
import { Bars } from './bars.tsx';
import { leadsBehind } from './behind.ts';
import { ChartCard } from './chart-card.tsx';
import { countsOf, moneyIn, type Relation, revenueOf } from './source-figures.ts';

const STAGES = ['leads', 'qualified', 'booked', 'sold'] as const;

/** How many leads each source brought, and how far they came. */
export function SourceCountsCard({
  report,
  relation,
  today,
}: {
  report: SourcesReport;
  relation: Relation;
  today: string;
}) {
  const { captured, qualified, booked, sold } = text.reports.stages;
  const rows = report.data.map((row) => ({ ...countsOf(row, relation), source: row.source }));
  const all = { ...countsOf(report.totals, relation), source: text.reports.total };
  const most = Math.max(1, ...rows.map(({ leads }) => leads));
  return (
    <ChartCard
      title={text.reports.sourceCounts}
      about={text.reports.sourceCountsAbout}
      table={{
        name: `sources ${relation} ${report.from} ${report.to}`,
        columns: [text.reports.source, captured, qualified, booked, sold],
        rows: [...rows, all].map((row) => [row.source, ...STAGES.map((stage) => row[stage])]),
      }}
    >
      <Bars
        label={text.reports.sourceCounts}
        bars={rows.map((row) => ({
          id: row.source,
          label: inWords(row.source),
          value: row.leads,
          about: text.reports.soldOf(row.leads === 0 ? '' : String(row.sold)),
          length: row.leads / most,
          // The list cannot tell new from returning customers.
          list:
            relation === 'all' && row.leads > 0
              ? leadsBehind('captured', report, today, { source: row.source })
              : undefined,
        }))}
      />
    </ChartCard>
  );
}

/** What each source earned and cost in one currency. */
export function SourceMoneyCard({
  report,
  currency,
  relation,
}: {
  report: SourcesReport;
  currency: string;
  relation: Relation;
}) {
  const title = text.reports.sourceMoney(currency);
  const rows = report.data.flatMap((row) => {
    const money = moneyIn(row, currency);
    return money ? [{ source: row.source, money }] : [];
  });
  const all = moneyIn(report.totals, currency);
  const most = Math.max(1, ...rows.map(({ money }) => revenueOf(money, relation)));
  const costs = relation === 'all' ? COSTS : [];
  const cellsOf = (source: string, money: SourceMoney): readonly Cell[] => [
    source,
    amountOf(revenueOf(money, relation), currency),
    ...costs.map(({ of }) => {
      const value = money[of];
      return of === 'return' ? value : amountOf(value, currency);
    }),
  ];
  return (
    <ChartCard
      title={title}
      about={relation === 'all' ? text.reports.sourceMoneyAbout : text.reports.sourceRevenueAbout}
      table={{
        name: `sources ${currency} ${relation} ${report.from} ${report.to}`,
        columns: [text.reports.source, text.reports.revenue, ...costs.map(({ label }) => label)],
        rows: [
          ...rows.map(({ source, money }) => cellsOf(source, money)),
          ...(all ? [cellsOf(text.reports.total, all)] : []),
        ],
      }}
    >
      <Bars
        label={title}
        bars={rows.map(({ source, money }) => ({
          id: source,
          label: inWords(source),
          value: formatMoney(revenueOf(money, relation), currency),
          about: relation === 'all' ? spentText(money) : '',
          length: revenueOf(money, relation) / most,
        }))}
      />
    </ChartCard>
  );
}

const COSTS = [
  { of: 'spend', label: text.reports.spend },
  { of: 'cost_per_lead', label: text.reports.costPerLead },
  { of: 'cost_per_booking', label: text.reports.costPerBooking },
  { of: 'cost_per_sale', label: text.reports.costPerSale },
  { of: 'return', label: text.reports.return },
] as const;

function amountOf(amount: number | null, currency: string): Cell {
  return amount === null ? null : { amount, currency };
}

function spentText({ spend, currency, return: times }: SourceMoney): string {
  return text.reports.spent(
    formatMoney(spend, currency),
    times === null ? null : text.reports.times(times),
  );
}
