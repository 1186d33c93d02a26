import type { PlaybookStepInput } from '../../../packages/sdk/src/index.ts';
import type { Draft, DraftStep, Options } from './draft.ts';
import { FIELDS } from './fields.ts';

/** As the API takes it. */
export function toDefinition(draft: Draft) {
  const { event, when, stop_on, once_per, concurrency, steps } = draft;
  return {
    trigger:
      event === '' ? ({ manual: true } as const) : { event, ...(when.trim() !== '' && { when }) },
    stop_on,
    once_per: oncePerOf(once_per),
    concurrency,
    steps: steps.map(toStep),
  };
}

function oncePerOf(value: string): 'person' | 'lifecycle' | 'event' {
  return value === 'lifecycle' || value === 'event' ? value : 'person';
}

function toStep(step: DraftStep): PlaybookStepInput {
  const { id, do: kind, when } = step;
  const condition = when.trim() === '' ? {} : { when };
  // The form of each type allows only its own fields; the service checks them.
  if (kind === 'branch') {
    // biome-ignore lint/suspicious/noThenProperty: it is the name in the API, and no promise.
    const sides = { then: step.yes.map(toStep), else: step.no.map(toStep) };
    return { id, do: kind, ...condition, ...sides } as PlaybookStepInput;
  }
  return { id, do: kind, ...condition, with: usedOptions(step) } as PlaybookStepInput;
}

/** Without what belongs to another choice: the subject of a text that was an email stays in the draft only. */
function usedOptions(step: DraftStep): Options {
  const hidden = FIELDS[step.do].filter(({ isShown }) => isShown && !isShown(step.with));
  const names = new Set(hidden.map(({ name }) => name));
  return Object.fromEntries(Object.entries(step.with).filter(([name]) => !names.has(name)));
}
