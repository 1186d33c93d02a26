import { useState } from 'react';
import type { Me, StrandedVisit, TimeOff, User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { mayI } from '../../../session/session.ts';
import { kindOf } from '../../../store/stores.ts';
import { useQuery } from '../../../store/use-query.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { formatsFor } from '../../../time/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card } from '../shared/card.tsx';
import { Row, Rows } from '../shared/row.tsx';
import { AddTimeOff } from './add-time-off.tsx';
import { periodText } from './period-text.ts';
import { StrandedVisits } from './stranded-visits.tsx';

const words = text.settings.people;

/** What is planned from today on. */
export function TimeOffCard({ me, user }: { me: Me; user: User }) {
  const zone = user.time_zone ?? me.organization.time_zone;
  const from = formatsFor(me.organization.time_zone).date(now());
  const read = useQuery(`time off ${user.user_id} ${from}`, {
    load: (signal) =>
      api.timeOff.list({ user_id: user.user_id, from, limit: 200 }, { signal }).toArray(),
    isAffectedBy: (event) => kindOf(event) === 'time_off',
  });
  const [isAdding, setIsAdding] = useState(false);
  const [stranded, setStranded] = useState<readonly StrandedVisit[]>([]);
  const canWrite = mayI(me, 'time_off:write');
  return (
    <Card
      title={words.timeOff}
      intro={words.timeOffIntro}
      actions={canWrite && <Button onClick={() => setIsAdding(true)}>{words.addTimeOff}</Button>}
    >
      <Loaded of={read}>
        {(periods) =>
          periods.length === 0 ? (
            <p>{words.noTimeOff}</p>
          ) : (
            <Rows label={words.timeOff}>
              {periods
                .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
                .map((one) => (
                  <Period
                    key={one.time_off_id}
                    timeOff={one}
                    zone={zone}
                    canWrite={canWrite}
                    onChanged={() => read.query.refresh()}
                  />
                ))}
            </Rows>
          )
        }
      </Loaded>
      {isAdding && (
        <AddTimeOff
          user={user}
          zone={zone}
          onClose={() => setIsAdding(false)}
          onAdded={(visits) => {
            setStranded(visits);
            void read.query.refresh();
          }}
        />
      )}
      {stranded.length > 0 && (
        <StrandedVisits user={user} visits={stranded} onClose={() => setStranded([])} />
      )}
    </Card>
  );
}

function Period({
  timeOff,
  zone,
  canWrite,
  onChanged,
}: {
  timeOff: TimeOff;
  zone: string;
  canWrite: boolean;
  onChanged(): Promise<void>;
}) {
  const when = periodText(timeOff, zone);
  const remove = async () => {
    const deleted = await act(() => api.timeOff.delete(timeOff.time_off_id));
    if (!deleted) return;
    const { user_id, starts_at, ends_at, reason } = timeOff;
    const again = () => api.timeOff.create({ user_id, starts_at, ends_at, reason });
    sayDone(words.timeOffDeleted, { undo: () => void act(again).then(onChanged) });
    await onChanged();
  };
  return (
    <Row
      name={when}
      about={timeOff.reason}
      actions={
        canWrite && (
          <Button look="plain" aria-label={words.deleteTimeOff(when)} onClick={() => void remove()}>
            {words.delete}
          </Button>
        )
      }
    />
  );
}
