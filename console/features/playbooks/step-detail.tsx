import type { PlaybookRunStep } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Json } from '../../ui/json.tsx';
import type { DraftStep } from './draft.ts';
import styles from './playbooks.module.css';

const playbooks = text.playbooks;

/** Everything that is known about one step of a run. */
export function StepDetail({
  step,
  trace,
}: {
  step: DraftStep;
  trace: PlaybookRunStep | undefined;
}) {
  const { short } = formatsFor(useMe().organization.time_zone);
  if (!trace) {
    return (
      <aside className={styles.detail} aria-label={playbooks.details}>
        <h2>{playbooks.kinds[step.do]}</h2>
        <p className={styles.quiet}>{playbooks.notReached}</p>
      </aside>
    );
  }
  const facts = [
    wordFor(playbooks.stepStatus, trace.status),
    short(trace.started_at, now()),
    trace.duration_ms !== null && playbooks.took(trace.duration_ms),
    trace.attempts > 1 && playbooks.attempts(trace.attempts),
  ].filter((fact) => fact !== false);
  return (
    <aside className={styles.detail} aria-label={playbooks.details}>
      <h2>{playbooks.kinds[step.do]}</h2>
      <p>{facts.join(' · ')}</p>
      {trace.error !== null && <p className={styles.failed}>{trace.error.detail}</p>}
      {trace.input === null && trace.output === null ? (
        <p className={styles.quiet}>{playbooks.noTrace}</p>
      ) : (
        <>
          <Json label={playbooks.input} value={trace.input} />
          <Json label={playbooks.output} value={trace.output} />
        </>
      )}
    </aside>
  );
}
