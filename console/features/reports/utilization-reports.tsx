import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { Range } from './range.ts';
import styles from './reports.module.css';
import { UtilizationCard, UtilizationPeriodsCard } from './utilization-cards.tsx';

const COUNTED = ['appointment', 'time_off', 'user', 'organization'];

/** How much of the working time is booked. */
export function UtilizationReports({ range: { from, to, period } }: { range: Range }) {
  const report = useQuery(`utilization ${from} ${to} ${period}`, {
    load: (signal) => api.reports.utilization({ from, to, period }, { signal }),
    isAffectedBy: (event) => COUNTED.includes(kindOf(event)),
  });
  return (
    <Loaded of={report}>
      {(value) =>
        value.by_user.length === 0 ? (
          <Empty>{text.reports.emptyUtilization}</Empty>
        ) : (
          <div className={styles.grid}>
            <UtilizationCard report={value} />
            <UtilizationPeriodsCard report={value} />
          </div>
        )
      }
    </Loaded>
  );
}
