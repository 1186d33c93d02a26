import type { PlaybookStep, PlaybookVersion } from '../../../packages/sdk/src/index.ts';
import type * as text from '../../text/en.ts';

export type StepKind = keyof typeof text.playbooks.kinds;
export type Options = Readonly<Record<string, unknown>>;
/** What a branch does if its condition is true, and if it is not: `then` and `else` of the API. */
export type Side = 'yes' | 'no';

/** As the pointers of the API name them. */
const NAMES: Record<Side, string> = { yes: 'then', no: 'else' };

/** A step while it is edited: with a key that stays, whatever is typed, and without missing parts. */
export interface DraftStep {
  key: string;
  id: string;
  do: StepKind;
  when: string;
  with: Options;
  yes: readonly DraftStep[];
  no: readonly DraftStep[];
}

/** A playbook while it is edited. */
export interface Draft {
  name: string;
  description: string;
  /** Empty if it starts by hand only. */
  event: string;
  when: string;
  stop_on: readonly string[];
  once_per: string;
  concurrency: number | null;
  steps: readonly DraftStep[];
}

type Definition = Pick<
  PlaybookVersion,
  'trigger' | 'stop_on' | 'steps' | 'once_per' | 'concurrency'
>;

let lastKey = 0;

/** A saved step has its id as key, which is unique; no id begins like that of a new one. */
function newKey(): string {
  lastKey += 1;
  return `+${lastKey}`;
}

export function toDraft(
  { trigger, stop_on, steps, once_per, concurrency }: Definition,
  { name, description }: { name: string; description: string | null },
): Draft {
  return {
    name,
    description: description ?? '',
    event: trigger.event ?? '',
    when: trigger.when ?? '',
    stop_on,
    once_per,
    concurrency,
    steps: steps.map(toDraftStep),
  };
}

function toDraftStep(step: PlaybookStep): DraftStep {
  const isBranch = step.do === 'branch';
  return {
    key: step.id,
    id: step.id,
    do: step.do,
    when: step.when ?? '',
    with: isBranch ? {} : { ...step.with },
    yes: isBranch ? step.then.map(toDraftStep) : [],
    no: isBranch ? (step.else ?? []).map(toDraftStep) : [],
  };
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  description: '',
  event: 'lead.qualified',
  when: '',
  stop_on: [],
  once_per: 'person',
  concurrency: null,
  steps: [],
};

/** What a new step has before anything is chosen. */
const FIRST_OPTIONS: Partial<Record<StepKind, Options>> = {
  send_message: { channel: 'sms', body: '' },
  create_follow_up: { channel: 'call', delay: 'PT0S' },
  create_task: { title: '' },
  http_request: { url: 'https://' },
  wait: { duration: 'PT2H' },
};

/** With an id that no other step has: the type, and a number from the second on. */
export function newStep(kind: StepKind, steps: readonly DraftStep[]): DraftStep {
  const taken = new Set(flat(steps).map(({ step }) => step.id));
  const isFree = (id: string) => !taken.has(id);
  const numbered = Array.from({ length: taken.size + 1 }, (_, index) => `${kind}_${index + 2}`);
  const id = [kind, ...numbered].find(isFree) ?? kind;
  const options = FIRST_OPTIONS[kind] ?? {};
  return { key: newKey(), id, do: kind, when: '', with: options, yes: [], no: [] };
}

export interface Place {
  step: DraftStep;
  /** Where the API says that it is, such as `/steps/2/then/0`. */
  pointer: string;
}

/** All steps in the order in which they are shown. */
export function flat(steps: readonly DraftStep[], at = '/steps'): Place[] {
  return steps.flatMap((step, index) => {
    const pointer = `${at}/${index}`;
    return [
      { step, pointer },
      ...flat(step.yes, `${pointer}/${NAMES.yes}`),
      ...flat(step.no, `${pointer}/${NAMES.no}`),
    ];
  });
}
