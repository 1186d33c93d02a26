/** What a thread of the sandbox can do, and what it returns. Everything here is copied between threads. */

/**
 * Variables and functions that a condition can use, in one short text: `lead:map` or `data:dyn,now:Timestamp`. Threads
 * keep one CEL environment for each.
 */
export type ConditionScope = string;

export type Job =
  /** Which variables the texts use. */
  | { do: 'read_texts'; texts: readonly string[] }
  | { do: 'render_texts'; texts: readonly string[]; variables: Readonly<Record<string, unknown>> }
  /** Whether the conditions are valid, and which variables they use. */
  | { do: 'read_conditions'; scope: ConditionScope; conditions: readonly string[] }
  | { do: 'decide'; scope: ConditionScope; condition: string; variables: Readonly<object> };

/** The path of each variable: `lead.name` is ['lead', 'name'], and `lead[data.x]` is ['lead', ['data', 'x']]. */
export type TextNames = { names: unknown[][] } | { unreadable: string };
/** `lead.name` is ['lead', 'name'], `lead` alone is ['lead']. */
export type ConditionNames = { names: NamePath[] } | { unreadable: string };
export type NamePath = [root: string, field?: string];
export type Rendered = { text: string } | { failure: string };
/** `failure` is the reason why there is no result, such as a missing field. */
export type Outcome = { value: boolean } | { failure: string };

export interface ResultOf {
  read_texts: TextNames[];
  render_texts: Rendered[];
  read_conditions: ConditionNames[];
  decide: Outcome;
}

export type JobResult = ResultOf[keyof ResultOf];

/** Longer texts are refused before they are parsed. A text message has at most 1,600 characters, an email 20,000. */
export const MAX_TEXT_LENGTH = 100_000;
/** A rendered text, and any text that a filter creates on the way. */
export const MAX_RENDERED_LENGTH = 100_000;
