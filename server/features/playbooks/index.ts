export { cancelPlaybookRun } from './cancel-playbook-run.ts';
export { confirmVisits } from './confirm-visits.ts';
export { createPlaybook } from './create-playbook.ts';
export type { Definition } from './definition.ts';
export { definitionFields } from './definition-schemas.ts';
export { dryRunPlaybook } from './dry-run-playbook.ts';
export * as playbookEvents from './events.ts';
export { getAutomationHealth } from './get-automation-health.ts';
export { getPlaybook } from './get-playbook.ts';
export { getPlaybookRun } from './get-playbook-run.ts';
export { getPlaybookVersion } from './get-playbook-version.ts';
export {
  installReadyPlaybooks,
  installReadyPlaybooksEverywhere,
} from './install-ready-playbooks.ts';
export { listPlaybookRuns } from './list-playbook-runs.ts';
export { listPlaybookVersions } from './list-playbook-versions.ts';
export { listPlaybooks } from './list-playbooks.ts';
export { retryPlaybookRun } from './retry-playbook-run.ts';
export { rotateAutomationSecret } from './rotate-automation-secret.ts';
export * as playbookRunEvents from './run-events.ts';
export { runPlaybook } from './run-playbook.ts';
export { PlaybookRun } from './run-schemas.ts';
export { cancelRuns } from './runtime/cancel-runs.ts';
export { playbookEngine } from './runtime/engine.ts';
export { followAppointmentOfRuns } from './runtime/follow-appointment.ts';
export { playbookFollower } from './runtime/follower.ts';
export { newestRuns } from './runtime/queries.ts';
export { runClaimed } from './runtime/run-claimed.ts';
export { sealedSigningSecrets } from './runtime/signing-secrets.ts';
export type { Step } from './steps/index.ts';
export { updatePlaybook } from './update-playbook.ts';
