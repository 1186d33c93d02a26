import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { PlaybookRunWithSteps } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { flat, toDraft } from './draft.ts';
import { Path } from './path.tsx';
import styles from './playbooks.module.css';
import { RunActions } from './run-actions.tsx';
import { RunFacts } from './run-facts.tsx';
import { StepDetail } from './step-detail.tsx';
import { traceOf } from './trace.ts';
import { useNames } from './use-names.ts';

const playbooks = text.playbooks;

export function RunPage() {
  const { run } = useParams({ from: '/office/playbooks/runs/$run' });
  return (
    <NeedsScope scope="playbooks:read" title={playbooks.runs}>
      <Page key={run} id={run} />
    </NeedsScope>
  );
}

function Page({ id }: { id: string }) {
  const run = useQuery(`run ${id}`, {
    load: (signal) => api.playbookRuns.get(id, { signal }),
    isAffectedBy: (event) =>
      kindOf(event) === 'playbook_run' && 'run_id' in event.data && event.data.run_id === id,
  });
  return (
    <Loaded of={run} title={playbooks.runs}>
      {(value) => (
        <Screen
          title={value.playbook_name}
          actions={<RunActions run={value} onChanged={() => run.query.refresh()} />}
        >
          <RunFacts run={value} />
          <Steps run={value} />
        </Screen>
      )}
    </Loaded>
  );
}

/** The path of the version that the run uses, with what happened at each step. */
function Steps({ run }: { run: PlaybookRunWithSteps }) {
  const { playbook_id, version } = run;
  const definition = useQuery(`playbook ${playbook_id} version ${version}`, {
    load: (signal) => api.playbooks.versions.get(playbook_id, String(version), { signal }),
    // A version never changes.
    isAffectedBy: () => false,
  });
  const { short } = formatsFor(useMe().organization.time_zone);
  const names = useNames();
  const isNarrow = useNarrow();
  const [selected, setSelected] = useState<string | null>(run.step_id);
  const value = definition.value;
  const steps = useMemo(
    () => (value ? toDraft(value, { name: '', description: null }).steps : []),
    [value],
  );
  const trace = traceOf(run.steps, false, (at) => short(at, now()));
  const step = flat(steps).find((one) => one.step.key === selected)?.step;
  const detail = step && <StepDetail step={step} trace={trace.steps.get(step.id)} />;
  return (
    <Loaded of={definition}>
      {() => (
        <div className={styles.columns}>
          <section className={styles.pathColumn} aria-label={playbooks.steps}>
            <Path
              steps={steps}
              names={names}
              selected={selected}
              onSelect={setSelected}
              trace={trace}
              below={isNarrow ? detail : undefined}
            />
          </section>
          {!isNarrow && detail}
        </div>
      )}
    </Loaded>
  );
}
