import { useEffect, useMemo, useState } from 'react';
import type { MyDay, MyVisit } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { SentState } from '../../offline/sent-state.tsx';
import { useWork } from '../../offline/use-work.ts';
import { workOf } from '../../offline/work.ts';
import { readAfterSending } from '../../offline/work-outbox.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import { fieldText } from '../../text/field.ts';
import { formatsFor } from '../../time/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CollectDialog } from './collect-dialog.tsx';
import styles from './my-day.module.css';
import { NextStop } from './next-stop.tsx';
import { StopList } from './stop-list.tsx';
import { nextVisit, withWork } from './with-work.ts';

const KINDS = ['appointment', 'job', 'invoice', 'lead', 'customer'];

/** The day of a technician: the next stop large, everything with one tap, also without signal. */
export function MyDayScreen() {
  const { outbox, entries, add } = useWork(fieldText.outbox);
  const [collecting, setCollecting] = useState<MyVisit | null>(null);
  const day = useQuery('my day', {
    load: (signal) => api.myDay.get({}, { signal }),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
  const { query } = day;
  useEffect(() => readAfterSending(() => query.refresh()), [query]);
  const work = useMemo(() => entries.map(workOf), [entries]);
  return (
    <Screen
      title={fieldText.myDay.title}
      actions={<SentState outbox={outbox} entries={entries} words={fieldText.outbox} />}
    >
      <Loaded of={day}>
        {(value) => {
          const shown = withWork(value, work);
          const next = nextVisit(shown);
          const visits = shown.days.flatMap((one) => one.visits);
          if (visits.length === 0) return <NothingToDo day={shown} />;
          return (
            <div className={styles.day} lang={fieldText.language}>
              {next && (
                <NextStop
                  key={next.appointment.appointment_id}
                  visit={next}
                  zone={shown.time_zone}
                  onWork={add}
                  onCollect={() => setCollecting(next)}
                />
              )}
              <StopList day={shown} next={next} />
            </div>
          );
        }}
      </Loaded>
      {collecting && (
        <CollectDialog visit={collecting} onWork={add} onClose={() => setCollecting(null)} />
      )}
    </Screen>
  );
}

function NothingToDo({ day: { next_visit_at: next, time_zone } }: { day: MyDay }) {
  const { nothing, nothingUntil } = fieldText.myDay;
  const until = next && formatsFor(time_zone).dayAndTime(next);
  return <Empty>{until ? nothingUntil(until) : nothing}</Empty>;
}
