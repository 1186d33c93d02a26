import type { PlaybookVersion } from '../../../packages/sdk/src/index.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import { conditionInWords, liquidInWords } from '../../text/en/playbooks.ts';
import * as text from '../../text/en.ts';
import { type Draft, type DraftStep, flat, toDraft } from './draft.ts';
import type { Names } from './names.ts';
import { stepInWords } from './step-words.ts';

export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** What it is about, such as the name of a setting; for steps, the step as it is now. */
  title: string;
  before?: string;
  after?: string;
}

const playbooks = text.playbooks;

/** What one version has changed, as sentences. Steps are the same if they have the same id. */
export function changesBetween(
  older: PlaybookVersion,
  newer: PlaybookVersion,
  names: Names,
): Change[] {
  const [before, after] = [older, newer].map((one) =>
    toDraft(one, { name: '', description: null }),
  );
  if (!before || !after) return [];
  return [...settingChanges(before, after), ...stepChanges(before.steps, after.steps, names)];
}

function settingChanges(before: Draft, after: Draft): Change[] {
  const words = (draft: Draft) => [
    { title: playbooks.diff.trigger, says: startInWords(draft) },
    {
      title: playbooks.diff.stopOn,
      says: draft.stop_on.map(patternInWords).join(', ') || playbooks.diff.nothing,
    },
    { title: playbooks.diff.oncePer, says: oncePerInWords(draft.once_per) },
    {
      title: playbooks.diff.concurrency,
      says: draft.concurrency === null ? playbooks.diff.noLimit : String(draft.concurrency),
    },
  ];
  const now = words(after);
  return words(before).flatMap(({ title, says }, index) => {
    const next = now[index]?.says ?? '';
    return says === next ? [] : [{ kind: 'changed' as const, title, before: says, after: next }];
  });
}

function startInWords({ event, when }: Draft): string {
  if (event === '') return playbooks.manual;
  const condition = when === '' ? '' : ` ${playbooks.onlyIf(conditionInWords(when)).toLowerCase()}`;
  return `${patternInWords(event)}${condition}`;
}

function oncePerInWords(value: string): string {
  const words: Readonly<Record<string, string>> = playbooks.oncePerOptions;
  return words[value] ?? value;
}

function stepChanges(
  before: readonly DraftStep[],
  after: readonly DraftStep[],
  names: Names,
): Change[] {
  const [old, now] = [flat(before), flat(after)];
  const known = new Map(old.map((place) => [place.step.id, place.step]));
  const remaining = new Set(now.map(({ step }) => step.id));
  const title = (step: DraftStep) => inOneLine(step, names);
  const removed = old
    .filter(({ step }) => !remaining.has(step.id))
    .map(({ step }) => ({ kind: 'removed' as const, title: title(step) }));
  // Removing and adding others moves no step: only the order of those that stayed counts.
  const stayed = old.map(({ step }) => step.id).filter((id) => remaining.has(id));
  const order = now.map(({ step }) => step.id).filter((id) => known.has(id));
  const inPlace = new Set(longestCommon(stayed, order));
  const changes = now.flatMap(({ step }): Change[] => {
    const was = known.get(step.id);
    if (!was) return [{ kind: 'added', title: title(step) }];
    const [a, b] = [fullText(was, names), fullText(step, names)];
    if (a !== b) return [{ kind: 'changed', title: step.id, before: a, after: b }];
    return inPlace.has(step.id) ? [] : [{ kind: 'moved', title: title(step) }];
  });
  return [...removed, ...changes];
}

function inOneLine(step: DraftStep, names: Names): string {
  const { title, about } = stepInWords(step, names);
  return about === '' ? title : `${title}: ${about}`;
}

/** Everything that the step says: what its card leaves out is compared too. */
function fullText(step: DraftStep, names: Names): string {
  const condition = step.do === 'branch' || step.when === '' ? '' : conditionInWords(step.when);
  const said = new Set(['body', 'subject', 'channel', 'title', 'duration', 'delay', 'template']);
  const others = Object.entries(step.with)
    .filter(([name]) => !said.has(name))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${plain(value)}`);
  return [inOneLine(step, names), condition && playbooks.onlyIf(condition), ...others]
    .filter(Boolean)
    .join('. ');
}

function plain(value: unknown): string {
  return typeof value === 'string' ? liquidInWords(value) : JSON.stringify(value);
}

function longestCommon(a: readonly string[], b: readonly string[]): string[] {
  // At most 100 steps: the simple table is fast enough.
  const table: string[][][] = Array.from({ length: a.length + 1 }, () =>
    Array.from({ length: b.length + 1 }, () => []),
  );
  for (const [i, one] of a.entries()) {
    for (const [j, other] of b.entries()) {
      const [left, up] = [table[i + 1]?.[j] ?? [], table[i]?.[j + 1] ?? []];
      const best =
        one === other ? [...(table[i]?.[j] ?? []), one] : left.length > up.length ? left : up;
      const row = table[i + 1];
      if (row) row[j + 1] = best;
    }
  }
  return table.at(-1)?.at(-1) ?? [];
}
