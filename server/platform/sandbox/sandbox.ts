import { Problem } from '../errors.ts';
import {
  type ConditionNames,
  type ConditionScope,
  type Job,
  MAX_TEXT_LENGTH,
  type Outcome,
  type Rendered,
  type ResultOf,
  type TextNames,
} from './jobs.ts';
import { SuspendedTexts } from './suspended-texts.ts';
import { JobEnded, PoolBusy, ThreadPool } from './thread-pool.ts';

const TOO_LONG = `it has more than ${MAX_TEXT_LENGTH} characters`;
const REASONS = {
  time: 'it takes longer than 50 ms to evaluate',
  memory: 'it takes too much memory to evaluate',
};
/** After so many texts of one list that take too long, the others are not tried. */
const MAX_ENDED = 3;

/**
 * Evaluates the templates and conditions that customers wrote, in threads that are ended when one takes too long. The
 * owner is the id of the organization. What cannot be evaluated is a result with its reason; if there is no room at
 * the moment, that is a problem with status 503, and the same call works later.
 */
export class Sandbox {
  readonly #pool = new ThreadPool();
  readonly #suspended = new SuspendedTexts();

  /** The variables that each text uses, or why it is not valid Liquid. */
  async readTexts(owner: string, texts: readonly string[]): Promise<TextNames[]> {
    const results = await this.#each(owner, texts, (some) => ({ do: 'read_texts', texts: some }));
    return results.map((result) => ('ended' in result ? { unreadable: result.ended } : result));
  }

  /** The variables that each condition uses, or why it is not valid CEL. */
  async readConditions(
    owner: string,
    scope: ConditionScope,
    conditions: readonly string[],
  ): Promise<ConditionNames[]> {
    const results = await this.#each(owner, conditions, (some) => ({
      do: 'read_conditions',
      scope,
      conditions: some,
    }));
    return results.map((result) => ('ended' in result ? { unreadable: result.ended } : result));
  }

  /** All texts together have one time limit. */
  async renderTexts(
    owner: string,
    texts: readonly string[],
    variables: Readonly<Record<string, unknown>>,
  ): Promise<Rendered[]> {
    if (texts.length === 0) return [];
    if (texts.some((text) => text.length > MAX_TEXT_LENGTH)) {
      return texts.map(() => ({ failure: TOO_LONG }));
    }
    const result = await this.#run(owner, texts, { do: 'render_texts', texts, variables });
    return 'ended' in result ? texts.map(() => ({ failure: result.ended })) : result;
  }

  async decide(
    owner: string,
    scope: ConditionScope,
    condition: string,
    variables: object,
  ): Promise<Outcome> {
    if (condition.length > MAX_TEXT_LENGTH) return { failure: TOO_LONG };
    const job = { do: 'decide', scope, condition, variables } as const;
    const result = await this.#run(owner, [condition], job);
    return 'ended' in result ? { failure: result.ended } : result;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Reads all in one job. If it is ended, each is read in its own, so that one does not fail the others. */
  async #each<Kind extends 'read_texts' | 'read_conditions'>(
    owner: string,
    texts: readonly string[],
    jobFor: (some: readonly string[]) => Extract<Job, { do: Kind }>,
  ): Promise<(ResultOf[Kind][number] | { ended: string })[]> {
    const short = [...new Set(texts)].filter((text) => text.length <= MAX_TEXT_LENGTH);
    const found = new Map<string, ResultOf[Kind][number] | { ended: string }>();
    const together = short.length > 1 ? await this.#run<Kind>(owner, short, jobFor(short)) : null;
    let endedCount = 0;
    for (const [index, text] of short.entries()) {
      if (together !== null && !('ended' in together)) {
        const one = together[index];
        if (one) found.set(text, one);
      } else if (endedCount < MAX_ENDED) {
        const alone = await this.#run<Kind>(owner, [text], jobFor([text]));
        if ('ended' in alone) endedCount += 1;
        const one = 'ended' in alone ? alone : alone[0];
        if (one) found.set(text, one);
      }
    }
    return texts.map((text) => found.get(text) ?? { ended: endOf(text) });
  }

  async #run<Kind extends Job['do']>(
    owner: string,
    texts: readonly string[],
    job: Extract<Job, { do: Kind }>,
  ): Promise<ResultOf[Kind] | { ended: string }> {
    const refusal = () => this.#suspended.refusalOf(owner, texts);
    const suspended = refusal();
    if (suspended !== null) return { ended: REASONS[suspended.reason] };
    try {
      // The thread returns what the job asks for.
      return (await this.#pool.run(owner, job, refusal)) as ResultOf[Kind];
    } catch (error) {
      if (error instanceof PoolBusy) throw busy();
      if (!(error instanceof JobEnded)) throw error;
      this.#suspended.add(owner, texts, error);
      return { ended: REASONS[error.reason] };
    }
  }
}

function endOf(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? TOO_LONG : REASONS.time;
}

function busy(): Problem {
  return new Problem(
    503,
    'evaluation_busy',
    'Too many templates and conditions are being evaluated. Nothing was saved. Try again after a second.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** The sandbox of this process. Its first thread starts with the first evaluation. */
export const sandbox = new Sandbox();
