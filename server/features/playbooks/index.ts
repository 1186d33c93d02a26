export { compile, type Instruction } from './compile.ts';
export {
  type Condition,
  type ConditionVariables,
  celEnvironment,
  evaluate,
  type Outcome,
  readCondition,
} from './conditions.ts';
export { createPlaybook } from './create-playbook.ts';
export type * from './definition.ts';
export { LONGEST_WAIT_DAYS } from './definition.ts';
export { addDuration } from './durations.ts';
export * as playbookEvents from './events.ts';
export { PLAYBOOKS_FOLLOWER } from './follow.ts';
export {
  installReadyPlaybooks,
  installReadyPlaybooksEverywhere,
} from './install-ready-playbooks.ts';
export { listPlaybookVersions } from './list-playbook-versions.ts';
export { listPlaybooks } from './list-playbooks.ts';
export { enabledPlaybooks, findPlaybook, lockPlaybook, type PlaybookRow } from './queries.ts';
export { readPlaybook } from './read-playbook.ts';
export { readPlaybookVersion } from './read-playbook-version.ts';
export { readText, renderText, type TextVariables } from './texts.ts';
export { updatePlaybook } from './update-playbook.ts';
