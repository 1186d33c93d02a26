import { type ReactNode, useState } from 'react';
import type { Job } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { useMe } from '../../session/session.ts';
import { jobs } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { sayBookedMany } from '../visits/say-booked.ts';
import { VisitDialog } from '../visits/visit-dialog.tsx';
import { inSentences } from '../visits/warnings.ts';
import type { Step } from './moves.ts';
import { CompleteDialog, ReasonDialog } from './step-dialogs.tsx';
import { takeStep } from './take-step.ts';

interface Asked {
  job: Job;
  step: Step;
}

/** Takes steps of jobs; those that need to know more ask in a dialog first. */
export function useSteps(): {
  /** With whether visits are booked that are not over. */
  take(job: Job, step: Step, hasVisits: boolean): void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const take = (job: Job, step: Step, hasVisits: boolean) => {
    const needsDialog =
      ['schedule', 'pause', 'cancel'].includes(step) || (step === 'complete' && hasVisits);
    if (needsDialog) setAsked({ job, step });
    else takeStep(job, step);
  };
  const close = () => setAsked(null);
  return { take, dialog: asked && <StepDialog asked={asked} onClose={close} /> };
}

function StepDialog({ asked: { job, step }, onClose }: { asked: Asked; onClose(): void }) {
  if (step === 'schedule') return <ScheduleDialog job={job} onClose={onClose} />;
  if (step === 'complete') {
    return (
      <CompleteDialog
        job={job}
        onDone={(cancelVisits) => takeStep(job, step, { cancelVisits })}
        onClose={onClose}
      />
    );
  }
  const isCancel = step === 'cancel';
  return (
    <ReasonDialog
      title={(isCancel ? text.jobs.cancelTitle : text.jobs.pauseTitle)(job.title)}
      about={isCancel ? text.jobs.cancelAbout : text.jobs.pauseAbout}
      hint={isCancel ? text.jobs.cancelHint : text.jobs.pauseHint}
      submitLabel={text.jobs.steps[step]}
      look={isCancel ? 'danger' : 'primary'}
      onDone={(reason) => takeStep(job, step, { reason })}
      onClose={onClose}
    />
  );
}

function ScheduleDialog({ job, onClose }: { job: Job; onClose(): void }) {
  const { day, dayAndTime } = formatsFor(useMe().organization.time_zone);
  return (
    <VisitDialog
      title={text.jobs.scheduleTitle(job.title)}
      about={text.jobs.scheduleAbout}
      submitLabel={text.jobs.steps.schedule}
      isTimeNeeded={false}
      assignedTo={job.assigned_to}
      service={job.service}
      send={async (visit) => {
        if (visit === null) return takeStep(job, 'schedule');
        const { warnings = [], ...scheduled } = await api.jobs.schedule(job.job_id, visit);
        jobs.put(scheduled);
        sayDone(inSentences(text.visits.booked(dayAndTime(visit.starts_at)), warnings));
      }}
      sendMany={async (visits) => {
        const { warnings = [], ...scheduled } = await api.jobs.schedule(job.job_id, { visits });
        jobs.put(scheduled);
        sayBookedMany(warnings, text.visits.bookedMany(visits.length), day);
      }}
      onClose={onClose}
    />
  );
}
