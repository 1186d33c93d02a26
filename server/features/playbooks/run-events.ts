import { eventTypeFor } from '../../platform/events/event.ts';
import { PlaybookRun, SecretRotated } from './run-schemas.ts';

const playbookRunEvent = eventTypeFor(PlaybookRun, 'playbooks:read');
const secretRotatedEvent = eventTypeFor(SecretRotated, 'playbooks:read');

export const playbookRunStarted = playbookRunEvent(
  'playbook_run.started',
  'A playbook run started.',
  ({ playbook_name }) => `Playbook “${playbook_name}” started`,
);
export const playbookRunWaiting = playbookRunEvent(
  'playbook_run.waiting',
  'A playbook run is waiting for a time, or for an event with a timeout.',
  ({ playbook_name, waiting_for, due_at }) =>
    `Playbook “${playbook_name}” is waiting ${waiting_for === null ? '' : `for ${waiting_for} `}until ${due_at}`,
);
export const playbookRunCompleted = playbookRunEvent(
  'playbook_run.completed',
  'A playbook run was completed.',
  ({ playbook_name }) => `Playbook “${playbook_name}” completed`,
);
export const playbookRunStopped = playbookRunEvent(
  'playbook_run.stopped',
  'A playbook run was stopped by an event in `stop_on`, or by a step: see `reason`.',
  ({ playbook_name, reason }) => `Playbook “${playbook_name}” stopped: ${reason}`,
);
export const playbookRunFailed = playbookRunEvent(
  'playbook_run.failed',
  'A playbook run failed: a step or a condition failed, or the run was part of a loop or exceeded the limit of runs per hour. See `error`. The run can be retried.',
  ({ playbook_name, error }) =>
    `Playbook “${playbook_name}” failed: ${error?.code.replaceAll('_', ' ')}`,
);
export const playbookRunCanceled = playbookRunEvent(
  'playbook_run.canceled',
  'A playbook run was canceled by request.',
  ({ playbook_name }) => `Playbook “${playbook_name}” canceled`,
);
export const playbookRunRetried = playbookRunEvent(
  'playbook_run.retried',
  'A failed playbook run was retried. It continues at the step that failed.',
  ({ playbook_name }) => `Playbook “${playbook_name}” retried`,
);
export const playbookRunLate = playbookRunEvent(
  'playbook_run.late',
  'A playbook run is more than a minute past its due time, and no worker is processing it.',
  ({ playbook_name }) => `Playbook “${playbook_name}” is late`,
);

export const automationSecretRotated = secretRotatedEvent(
  'automation.secret_rotated',
  'The secret that signs the requests of playbooks was rotated.',
  'Signing secret of playbooks rotated',
);
