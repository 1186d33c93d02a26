import { eventType } from '../../platform/events/event.ts';
import { PlaybookRun, SecretRotated } from './run-schemas.ts';

export const playbookRunStarted = eventType(
  'playbook_run.started',
  'A playbook began to run.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” started`,
);
export const playbookRunWaiting = eventType(
  'playbook_run.waiting',
  'A run waits: for a time, or for an event until a time.',
  PlaybookRun,
  ({ playbook_name, waiting_for, due_at }) =>
    `Playbook “${playbook_name}” waits ${waiting_for === null ? '' : `for ${waiting_for} `}until ${due_at}`,
);
export const playbookRunCompleted = eventType(
  'playbook_run.completed',
  'A run came to its end.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” completed`,
);
export const playbookRunStopped = eventType(
  'playbook_run.stopped',
  'A run was ended by an event that its playbook stops on, or by a step: see `reason`.',
  PlaybookRun,
  ({ playbook_name, reason }) => `Playbook “${playbook_name}” stopped: ${reason}`,
);
export const playbookRunFailed = eventType(
  'playbook_run.failed',
  'A step of a run failed, or the run was cut: see `error`. It can be retried.',
  PlaybookRun,
  ({ playbook_name, error }) =>
    `Playbook “${playbook_name}” failed: ${error?.code.replaceAll('_', ' ')}`,
);
export const playbookRunCanceled = eventType(
  'playbook_run.canceled',
  'Somebody ended a run.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” canceled`,
);
export const playbookRunRetried = eventType(
  'playbook_run.retried',
  'Somebody had a failed run go on at the step that failed.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” retried`,
);
export const playbookRunLate = eventType(
  'playbook_run.late',
  'A run is more than a minute past its time, and nobody is at it.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” late`,
);

export const automationSecretRotated = eventType(
  'automation.secret_rotated',
  'The secret that the requests of playbooks are signed with was made anew.',
  SecretRotated,
  () => 'Secret of the automation made anew',
);
