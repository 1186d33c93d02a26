import { isProblem } from '../../../packages/sdk/src/problem.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './visits.module.css';

/** A time that is free, and who is. */
export interface FreeTime {
  starts_at: string;
  ends_at: string;
  user_ids: readonly string[];
}

/** The free times that the service offers instead of one that is taken, or of a day that is full. */
export function alternativesIn(error: unknown): readonly FreeTime[] {
  return isProblem(error, 'slot_taken', 'capacity_reached') ? error.problem.alternatives : [];
}

/** As buttons. */
export function Alternatives({
  times,
  zone,
  label = text.visits.alternatives,
  onTake,
}: {
  times: readonly FreeTime[];
  zone: string;
  label?: string;
  onTake(time: FreeTime): void;
}) {
  if (times.length === 0) return null;
  return (
    <fieldset className={styles.slots}>
      <legend>{label}</legend>
      {times.map((time) => (
        <Button key={time.starts_at} onClick={() => onTake(time)}>
          {formatsFor(zone).dayAndTime(time.starts_at)}
        </Button>
      ))}
    </fieldset>
  );
}
