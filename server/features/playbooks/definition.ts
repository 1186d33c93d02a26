import type { Step } from './steps/index.ts';

/** What a playbook says: when it begins, what it does, and what ends it. A version pins one of these. */
export interface Definition {
  trigger: Trigger;
  /** Kinds of events, or patterns such as `communication.*`, that end a run of the lifecycle. */
  stop_on: string[];
  steps: Step[];
  /** Runs at work at the same time; those that wait do not count. Without it there is no limit. */
  concurrency?: number;
}

export type Trigger = { event: string; when?: string } | { manual: true };

export const MAX_STEPS = 100;
export const LONGEST_WAIT_DAYS = 400;
