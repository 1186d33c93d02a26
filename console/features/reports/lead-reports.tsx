import type { Event } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { FunnelCard, PeriodsCard, SourcesCard } from './funnel-cards.tsx';
import { AssigneesCard, ContactsCard } from './people-cards.tsx';
import type { Range } from './range.ts';
import styles from './reports.module.css';
import { SpeedCard } from './speed-card.tsx';
import { SpeedPeriodsCard } from './speed-periods-card.tsx';

const COUNTED = ['lead', 'appointment', 'customer', 'job', 'invoice', 'user'];
const isAffectedBy = (event: Event) => COUNTED.includes(kindOf(event));

/** What has become of the leads of a period, and how soon they were contacted. */
export function LeadReports({
  range: { from, to, period },
  today,
}: {
  range: Range;
  today: string;
}) {
  const funnel = useQuery(`funnel ${from} ${to} ${period}`, {
    load: (signal) => api.reports.funnel({ from, to, period }, { signal }),
    isAffectedBy,
  });
  const people = useQuery(`funnel by assignee ${from} ${to} ${period}`, {
    load: (signal) => api.reports.funnel({ from, to, period, by: 'assignee' }, { signal }),
    isAffectedBy,
  });
  const speed = useQuery(`speed to lead ${from} ${to} ${period}`, {
    load: (signal) =>
      api.reports.speedToLead({ from, to, period, by: 'first_contact' }, { signal }),
    isAffectedBy,
  });
  return (
    <Loaded of={funnel}>
      {(value) =>
        value.totals.captured === 0 ? (
          <Empty>{text.reports.empty}</Empty>
        ) : (
          <div className={styles.grid}>
            <FunnelCard funnel={value} today={today} />
            <PeriodsCard funnel={value} today={today} />
            <Loaded of={speed}>{(one) => <SpeedCard speed={one} today={today} />}</Loaded>
            <Loaded of={speed}>
              {(one) => <SpeedPeriodsCard speed={one} period={period} today={today} />}
            </Loaded>
            <SourcesCard funnel={value} today={today} />
            <Loaded of={people}>{(one) => <AssigneesCard funnel={one} today={today} />}</Loaded>
            <Loaded of={speed}>{(one) => <ContactsCard speed={one} />}</Loaded>
          </div>
        )
      }
    </Loaded>
  );
}
