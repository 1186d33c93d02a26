import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { Appointment, Job } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { type Step, stepsFor } from '../jobs/moves.ts';
import { useSteps } from '../jobs/use-steps.tsx';
import { EditJob } from './edit-job.tsx';
import { isOpen } from './open-visits.ts';

/** The usual next step as a button, the other steps in the menu. */
export function JobActions({ job, visits }: { job: Job; visits: readonly Appointment[] }) {
  const me = useMe();
  const [isEditing, setIsEditing] = useState(false);
  const { take, dialog } = useSteps();
  const steps = stepsFor(job, me);
  const next = steps.find((step) => !SIDE_STEPS.includes(step));
  const others = steps.filter((step) => step !== next);
  const run = (step: Step) => take(job, step, visits.some(isOpen));
  return (
    <>
      {mayI(me, 'jobs:write') && (
        <Button onClick={() => setIsEditing(true)}>{text.job.edit}</Button>
      )}
      {next && (
        <Button look="primary" onClick={() => run(next)}>
          {text.jobs.steps[next]}
        </Button>
      )}
      {others.length > 0 && (
        <Menu
          button={
            <Button aria-label={text.job.more}>
              <DotsHorizontalIcon />
            </Button>
          }
          items={others.map((step) => ({
            label: text.jobs.steps[step],
            run: () => run(step),
            look: step === 'cancel' ? 'danger' : undefined,
          }))}
        />
      )}
      {isEditing && <EditJob job={job} onClose={() => setIsEditing(false)} />}
      {dialog}
    </>
  );
}

const SIDE_STEPS: readonly Step[] = ['pause', 'cancel'];
