import type { Static, TSchema } from 'typebox';
import type { Anchor } from '../../../domain/appointment-timers.ts';
import type { Needs } from '../../../platform/auth/needs.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { bodyValidator } from '../../../platform/http/validation.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { LeadRow } from '../../leads/index.ts';
import type { JsonObject } from '../json.ts';
import type { RunRow } from '../runtime/queries.ts';
import type { SecretPlaceholders } from '../secret-references.ts';
import type { TextVariables } from '../texts.ts';
import { optionsDocument, stepDocument } from './step-document.ts';

/** Fields of every step. `when` is a CEL condition: if it is false, the step is skipped. */
export interface StepBase {
  id: string;
  do: string;
  when?: string;
}

/**
 * A type of step: its fields, its checks when a playbook is saved, and what it does. Its functions are declared as
 * methods because TypeScript compares method parameters bivariantly: each accepts only its own type of step, and is
 * only called with one.
 */
export interface StepKind<Of extends StepBase> {
  readonly do: Of['do'];
  /** What the step does, in one or two sentences. */
  readonly description: string;
  /** The JSON Schema of the whole step, for the OpenAPI document. */
  readonly document: object;
  /** Its fields in addition to `id`, `do` and `when`. */
  readonly fields: readonly string[];
  readonly effect: Effect;
  /** What it cannot be done without. A step without this function can be done in a run that is about nothing. */
  target?(step: Of): 'lead' | 'job' | 'appointment' | null;
  /** The scopes that a caller needs to have the step done: those of the operation that does the same. */
  needs(step: Of): Needs;
  /** Adds all errors that can be found without the database. */
  check(check: StepCheck, step: JsonObject, pointer: string): void;
  /** Errors that depend on the time of saving. */
  checkAtSave?(step: Of, pointer: string, now: Date): FieldError[];
  perform(context: StepContext<Of>): Promise<StepOutcome>;
  /** The output if its condition is false. A step without this function is skipped. */
  outputIfUnmet?(): unknown;
  /** The output once its wait is over. A step without this function, or that returns undefined, is performed again. */
  outputAfterWait?(step: Of, run: RunRow, now: Date): unknown;
  /** Whether a request with an unknown outcome can be sent again. */
  mayRepeat?(step: Of): boolean;
}

/**
 * What a step changes: `rows` in the transaction of its turn; `none`, because it only controls the run; or another
 * system, by a `request` that is sent outside any transaction.
 */
export type Effect = 'rows' | 'none' | 'request';

/** Collects the errors of a definition, each with a pointer. */
export interface StepCheck {
  /** How many branches the step is nested in. */
  readonly depth: number;
  add(pointer: string, code: string, detail: string): void;
  /** Checks a CEL condition. */
  condition(when: unknown, pointer: string): void;
  /** Checks a Liquid text. */
  text(text: string, pointer: string, mayLink?: boolean): void;
  duration(text: unknown, pointer: string): void;
  eventPattern(pattern: string, pointer: string): void;
  eventPatterns(patterns: readonly unknown[], pointer: string): void;
  /** Checks the steps inside a branch. */
  nestedSteps(steps: readonly unknown[], pointer: string): void;
}

export interface StepContext<Of extends StepBase> {
  tx: Tx;
  run: RunRow;
  step: Of;
  /** Idempotency key of the step's effect. */
  key: string;
  variables: TextVariables;
  organization(): Promise<OrganizationInfo>;
  /** The lead of the run. It is read once, and again after a step that did not return it. */
  findLead(): Promise<LeadRow>;
  /** The same, locked. Refuses a deleted or merged lead. */
  lockLead(): Promise<LeadRow>;
  /** Sets the input that the trace shows, with its texts rendered. */
  traceInput(input: unknown): void;
}

export interface OrganizationInfo {
  organization_id: string;
  name: string;
  time_zone: string;
  country: string;
}

export type StepOutcome =
  /** `lead` is the lead of the run after the step, so that it need not be read again. */
  | { status: 'completed'; output: unknown; lead?: LeadRow }
  | { status: 'skipped'; reason: string }
  /** The run continues at that time, or at an event of that type if one is given. */
  | {
      status: 'waiting';
      until: Date;
      event: string | null;
      /** The time moves with the run's appointment. */
      anchored?: AnchoredWait;
      output: unknown;
    }
  /** The run ends here. */
  | { status: 'stopped'; reason: string; output: unknown }
  | ({ status: 'request' } & PreparedRequest);

/** What the row of a run shows while it waits for a time of its appointment. */
export interface AnchoredWait {
  wait_anchor: Anchor;
  wait_offset: string;
  anchored_at: Date;
}

export interface PreparedRequest {
  /** Rendered, with placeholders for secrets. */
  request: StepRequest;
  /** As the trace shows it. */
  shown: StepRequest;
  placeholders: SecretPlaceholders;
  timeoutMs: number;
}

export interface StepRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A step whose options are in `with`. */
type StepOf<Kind extends string, With, IsOptional extends boolean> = StepBase & {
  do: Kind;
} & (IsOptional extends true ? { with?: With } : { with: With });

type StepSpec<Kind extends string, Schema extends TSchema, IsOptional extends boolean> = Pick<
  StepKind<StepOf<Kind, Static<Schema>, IsOptional>>,
  | ('do' | 'description' | 'target' | 'needs')
  | ('checkAtSave' | 'perform' | 'outputAfterWait' | 'mayRepeat')
> & {
  /** The schema of `with`. */
  schema: Schema;
  /** Whether `with` can be left out. */
  isWithOptional?: IsOptional;
  /** Default: `rows`. */
  effect?: Effect;
  /** Checks that the schema cannot express. */
  check?(check: StepCheck, given: JsonObject, pointer: string): void;
};

export function step<
  const Kind extends string,
  Schema extends TSchema,
  IsOptional extends boolean = false,
>(spec: StepSpec<Kind, Schema, IsOptional>): StepKind<StepOf<Kind, Static<Schema>, IsOptional>> {
  const validate = bodyValidator(spec.schema);
  return {
    effect: 'rows',
    ...spec,
    fields: ['with'],
    document: stepDocument(
      spec,
      { with: optionsDocument(spec.do, spec.schema) },
      spec.isWithOptional ? [] : ['with'],
    ),
    check(check, { with: given }, pointer) {
      if (given === undefined && spec.isWithOptional) return;
      if (!isObject(given)) {
        const code = given === undefined ? 'required' : 'wrong_type';
        const detail = `A ${spec.do} step needs the field with, an object with its options.`;
        check.add(`${pointer}/with`, code, detail);
        return;
      }
      for (const error of validate(given)) {
        check.add(`${pointer}/with${error.pointer}`, error.code, error.detail);
      }
      spec.check?.(check, given, `${pointer}/with`);
    },
  };
}
