import { eventTypeFor } from '../../platform/events/event.ts';
import { PlaybookRun, SecretRotated } from './run-schemas.ts';

const eventType = eventTypeFor('playbooks:read');

export const playbookRunStarted = eventType(
  'playbook_run.started',
  'A playbook run started.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” started`,
);
export const playbookRunWaiting = eventType(
  'playbook_run.waiting',
  'A playbook run is waiting for a time, or for an event with a timeout.',
  PlaybookRun,
  ({ playbook_name, waiting_for, due_at }) =>
    `Playbook “${playbook_name}” is waiting ${waiting_for === null ? '' : `for ${waiting_for} `}until ${due_at}`,
);
export const playbookRunCompleted = eventType(
  'playbook_run.completed',
  'A playbook run was completed.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” completed`,
);
export const playbookRunStopped = eventType(
  'playbook_run.stopped',
  'A playbook run was stopped by an event in `stop_on`, or by a step: see `reason`.',
  PlaybookRun,
  ({ playbook_name, reason }) => `Playbook “${playbook_name}” stopped: ${reason}`,
);
export const playbookRunFailed = eventType(
  'playbook_run.failed',
  'A playbook run failed: a step or a condition failed, or the run was part of a loop or exceeded the limit of runs per hour. See `error`. The run can be retried.',
  PlaybookRun,
  ({ playbook_name, error }) =>
    `Playbook “${playbook_name}” failed: ${error?.code.replaceAll('_', ' ')}`,
);
export const playbookRunCanceled = eventType(
  'playbook_run.canceled',
  'A playbook run was canceled by request.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” canceled`,
);
export const playbookRunRetried = eventType(
  'playbook_run.retried',
  'A failed playbook run was retried. It continues at the step that failed.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” retried`,
);
export const playbookRunLate = eventType(
  'playbook_run.late',
  'A playbook run is more than a minute past its due time, and no worker is processing it.',
  PlaybookRun,
  ({ playbook_name }) => `Playbook “${playbook_name}” is late`,
);

export const automationSecretRotated = eventType(
  'automation.secret_rotated',
  'The secret that signs the requests of playbooks was rotated.',
  SecretRotated,
  () => 'Signing secret of playbooks rotated',
);
