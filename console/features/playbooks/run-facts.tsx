import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PlaybookRun } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import styles from './playbooks.module.css';
import { RunState } from './run-state.tsx';

const playbooks = text.playbooks;

/** About whom the run is, what started it, how far it is, and why it ended. */
export function RunFacts({ run }: { run: PlaybookRun }) {
  const { short } = formatsFor(useMe().organization.time_zone);
  const { trigger, lifecycle_number, due_at, finished_at, error, reason } = run;
  return (
    <>
      <dl className={styles.run}>
        <Fact label={playbooks.status}>
          <RunState run={run} />
        </Fact>
        {lifecycle_number !== null && (
          <Fact label={playbooks.number}>
            <Link to="/n/$number" params={{ number: lifecycle_number }}>
              {lifecycle_number}
            </Link>
          </Fact>
        )}
        <Fact label={playbooks.startsWith}>
          {trigger.event === null
            ? playbooks.startedByHand(trigger.actor.name)
            : playbooks.startedBy(patternInWords(trigger.event), trigger.actor.name)}
        </Fact>
        <Fact label={playbooks.playbook}>
          <Link to="/playbooks/$id" params={{ id: run.playbook_id }}>
            {playbooks.versionOf(run.version)}
          </Link>
        </Fact>
        <Fact label={playbooks.began}>{short(run.created_at, now())}</Fact>
        {due_at !== null && <Fact label={playbooks.next}>{short(due_at, now())}</Fact>}
        {finished_at !== null && <Fact label={playbooks.ended}>{short(finished_at, now())}</Fact>}
        {reason !== null && <Fact label={playbooks.why}>{inWords(reason)}</Fact>}
      </dl>
      {error !== null && <p className={styles.problems}>{error.detail}</p>}
      {run.has_unknown && <p className={styles.quiet}>{playbooks.unknownHint}</p>}
      {run.skipped_triggers > 0 && (
        <p className={styles.quiet}>{playbooks.skippedTriggers(run.skipped_triggers)}</p>
      )}
      {run.next_run_id !== null && (
        <Link to="/playbooks/runs/$run" params={{ run: run.next_run_id }}>
          {playbooks.nextRun}
        </Link>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
