import { useSearch } from '@tanstack/react-router';
import type { Event } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { FunnelCard, PeriodsCard, SourcesCard } from './funnel-cards.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { rangeOf } from './range.ts';
import styles from './reports.module.css';
import { SpeedCard } from './speed-card.tsx';

export function Reports() {
  return (
    <NeedsScope scope="reports:read" title={text.reports.title}>
      <Content />
    </NeedsScope>
  );
}

const COUNTED = ['lead', 'appointment', 'customer', 'job', 'invoice'];

/** What has become of the leads of a period, and how soon they were contacted. */
function Content() {
  const search = useSearch({ from: '/office/reports' });
  const { organization } = useMe();
  const today = formatsFor(organization.time_zone).date(now());
  const range = rangeOf(search, today);
  const { from, to, period } = range;
  const isAffectedBy = (event: Event) => COUNTED.includes(kindOf(event));
  const funnel = useQuery(`funnel ${from} ${to} ${period}`, {
    load: (signal) => api.reports.funnel({ from, to, period }, { signal }),
    isAffectedBy,
  });
  const speed = useQuery(`speed to lead ${from} ${to}`, {
    load: (signal) => api.reports.speedToLead({ from, to }, { signal }),
    isAffectedBy,
  });
  return (
    <Screen title={text.reports.title}>
      <PeriodPicker range={range} search={search} today={today} />
      <Loaded of={funnel}>
        {(value) =>
          value.totals.captured === 0 ? (
            <Empty>{text.reports.empty}</Empty>
          ) : (
            <div className={styles.grid}>
              <FunnelCard funnel={value} today={today} />
              <PeriodsCard funnel={value} />
              <Loaded of={speed}>{(one) => <SpeedCard speed={one} today={today} />}</Loaded>
              <SourcesCard funnel={value} today={today} />
            </div>
          )
        }
      </Loaded>
    </Screen>
  );
}
