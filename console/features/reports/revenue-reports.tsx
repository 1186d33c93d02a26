import { Fragment } from 'react';
import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { Range } from './range.ts';
import styles from './reports.module.css';
import { RevenueCard, RevenuePeopleCard, RevenueSourcesCard } from './revenue-cards.tsx';

/** What was invoiced and received in a period. Each currency has its own cards. */
export function RevenueReports({ range }: { range: Range }) {
  const revenue = useRevenue(range);
  const bySource = useRevenue(range, 'source');
  const byPerson = useRevenue(range, 'assignee');
  return (
    <Loaded of={revenue}>
      {(value) =>
        value.totals.length === 0 ? (
          <Empty>{text.reports.emptyRevenue}</Empty>
        ) : (
          <div className={styles.grid}>
            {value.totals.map(({ currency }) => (
              <Fragment key={currency}>
                <RevenueCard revenue={value} currency={currency} />
                <Loaded of={bySource}>
                  {(one) => <RevenueSourcesCard revenue={one} currency={currency} />}
                </Loaded>
                <Loaded of={byPerson}>
                  {(one) => <RevenuePeopleCard revenue={one} currency={currency} />}
                </Loaded>
              </Fragment>
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

const COUNTED = ['invoice', 'job', 'lead', 'user'];

function useRevenue({ from, to, period }: Range, by?: 'source' | 'assignee') {
  return useQuery(`revenue ${by ?? ''} ${from} ${to} ${period}`, {
    load: (signal) => api.reports.revenue({ from, to, period, by }, { signal }),
    isAffectedBy: (event) => COUNTED.includes(kindOf(event)),
  });
}
