import { useEffect, useMemo, useState } from 'react';
import type { MyVisit } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CollectDialog } from './collect-dialog.tsx';
import styles from './my-day.module.css';
import { outboxOf, setReadAgain, useEntries } from './my-outbox.ts';
import { NextStop } from './next-stop.tsx';
import { SentState } from './sent-state.tsx';
import { StopList } from './stop-list.tsx';
import { nextVisit, withWork } from './with-work.ts';
import { entryOf, type Work, workOf } from './work.ts';

const KINDS = ['appointment', 'job', 'invoice', 'lead', 'customer'];

/** Work without the time; it is added when it is done. */
export type NewWork = Work extends infer One ? (One extends Work ? Omit<One, 'at'> : never) : never;

/** The day of a technician: the next stop large, everything with one tap, also without signal. */
export function MyDayScreen() {
  const me = useMe();
  const outbox = outboxOf(me);
  const entries = useEntries(outbox);
  const [collecting, setCollecting] = useState<MyVisit | null>(null);
  const day = useQuery('my day', {
    load: (signal) => api.myDay.get({}, { signal }),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
  const { query } = day;
  useEffect(() => setReadAgain(() => query.refresh()), [query]);
  const work = useMemo(() => entries.map(workOf), [entries]);
  const add = (one: NewWork) => {
    const at = new Date(now()).toISOString();
    void outbox.add(entryOf({ ...one, at } as Work));
  };
  return (
    <Screen title={text.myDay.title} actions={<SentState outbox={outbox} entries={entries} />}>
      <Loaded of={day}>
        {(value) => {
          const shown = withWork(value, work);
          const next = nextVisit(shown);
          const visits = shown.days.flatMap((one) => one.visits);
          if (visits.length === 0) return <Empty>{text.myDay.nothing}</Empty>;
          return (
            <div className={styles.day}>
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
