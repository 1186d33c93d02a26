import type { Step } from './steps/index.ts';

/** What starts a playbook, what it does, and what stops it. Each version has one definition. */
export interface Definition {
  trigger: Trigger;
  /** Event types, or patterns such as `communication.*`, that stop a run of the same lifecycle. */
  stop_on: string[];
  steps: Step[];
  /** Maximum number of runs that execute at the same time; waiting runs do not count. No limit if absent. */
  concurrency?: number;
  /** `DEFAULT_ONCE_PER` if absent, as in versions from before the field existed. */
  once_per?: OncePer;
}

/**
 * Whether an event starts a run while another run of the playbook is active: not for the same person, not for the same
 * lifecycle, or always. Runs that are requested always start.
 */
export const ONCE_PER = ['person', 'lifecycle', 'event'] as const;
export type OncePer = (typeof ONCE_PER)[number];
export const DEFAULT_ONCE_PER: OncePer = 'person';

export type Trigger = { event: string; when?: string } | { manual: true };

export const MAX_STEPS = 100;
export const MAX_WAIT_DAYS = 400;
