import type { Tx } from '../../../platform/database/transaction.ts';
import type { Step } from '../definition.ts';
import type { Context } from '../runtime/context.ts';
import type { RunRow } from '../runtime/queries.ts';
import type { TextVariables } from '../texts.ts';

/** What a step is done with. */
export interface StepWork<Kind extends Step['do'] = Step['do']> {
  tx: Tx;
  run: RunRow;
  step: Extract<Step, { do: Kind }>;
  /** Names its effect: the same key again is the same effect. */
  key: string;
  variables: TextVariables;
  context: Context;
  /** For the trace: what it is done with, filled in. */
  show(input: unknown): void;
}

export type StepOutcome =
  /** `now` is what it knows of the lead after it, to save others the reading. */
  | { status: 'completed'; output: unknown; now?: TextVariables }
  | { status: 'skipped'; reason: string }
  /** It is done at that time, and asked again then. */
  | { status: 'waiting'; until: Date; output: unknown };

export type PerformStep<Kind extends Step['do']> = (work: StepWork<Kind>) => Promise<StepOutcome>;
