import { useState } from 'react';
import type { Availability } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { addDays, dateIn } from '../../time/days.ts';
import { Button } from '../../ui/button.tsx';
import { Alternatives, type FreeTime } from './alternatives.tsx';
import { bodyOf, type Needs } from './needs.ts';

const DAYS = 13;
const MAX_TIMES = 9;

interface OpenTimesProps {
  needs: Needs;
  /** As typed: the times of this day and the next ones. */
  startsAt: string;
  zone: string;
  onTake(time: FreeTime): void;
}

/** The next open times for what is needed, on demand. What is needed is another thing: it is asked again. */
export function OpenTimesFrom(props: OpenTimesProps) {
  const { duration_minutes, service = '', postal_code = '' } = bodyOf(props.needs);
  return <Times key={`${duration_minutes} ${service} ${postal_code}`} {...props} />;
}

function Times({ needs, startsAt, zone, onTake }: OpenTimesProps) {
  const [found, setFound] = useState<Availability | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    const { property_id, ...wanted } = bodyOf(needs);
    const from = startsAt.slice(0, 10) || dateIn(zone, now());
    const query = { ...wanted, from, to: addDays(from, DAYS), limit: MAX_TIMES };
    const answer = await act(() => api.availability.get(query));
    setIsAsking(false);
    if (answer) setFound(answer);
  };
  return (
    <>
      <div>
        <Button disabled={isAsking} onClick={() => void ask()}>
          {text.visits.showTimes}
        </Button>
      </div>
      {found?.slots.length === 0 && (
        <p role="status">
          {found.outside_area ? text.visits.outsideArea : text.visits.noOpenTimes}
        </p>
      )}
      <Alternatives
        times={found?.slots ?? []}
        zone={zone}
        label={text.visits.openTimes}
        onTake={onTake}
      />
    </>
  );
}
