import { useState } from 'react';
import { sayDone } from '../../feedback/feedback.ts';
import { useKeys } from '../../keys/keys.ts';
import * as text from '../../text/en.ts';
import { flat, newStep, type StepKind } from './draft.ts';
import { addStep, changeStep, moveStep, removeStep, type Target } from './edit-steps.ts';
import type { EditorProps } from './editor.tsx';
import { stepInWords } from './step-words.ts';
import { useNames } from './use-names.ts';

const playbooks = text.playbooks;

/** Everything that the buttons and the keys do with the steps. */
export function useEdit({ draft, isReadOnly, onChange, selected, onSelect }: EditorProps) {
  const [said, setSaid] = useState('');
  const { steps } = draft;
  const names = useNames();
  const keys = ['settings', ...flat(steps).map(({ step }) => step.key)];
  const go = (by: 1 | -1) => {
    const at = keys.indexOf(selected ?? 'settings');
    const next = keys[Math.min(Math.max(at + by, 0), keys.length - 1)];
    if (next !== undefined) onSelect(next);
  };
  const move = (key: string, by: 1 | -1) => {
    const moved = moveStep(steps, key, by);
    onChange({ steps: moved });
    setSaid(playbooks.moved(flat(moved).findIndex((one) => one.step.key === key) + 1));
  };
  const remove = (key: string) => {
    const step = flat(steps).find((one) => one.step.key === key)?.step;
    if (!step) return;
    onChange({ steps: removeStep(steps, key) });
    go(-1);
    sayDone(playbooks.removed(stepInWords(step, names).title), {
      undo: () => onChange({ steps }),
    });
  };
  const add = (target: Target, kind: StepKind) => {
    const step = newStep(kind, steps);
    onChange({ steps: addStep(steps, target, step) });
    onSelect(step.key);
  };
  const isStep = selected !== null && selected !== 'settings' && !isReadOnly;
  useKeys([
    { keys: 'j', label: playbooks.nextStep, run: () => go(1) },
    { keys: 'k', label: playbooks.previousStep, run: () => go(-1) },
    ...(isStep
      ? [
          { keys: 'alt+ArrowUp', label: playbooks.moveUp, run: () => move(selected, -1) },
          { keys: 'alt+ArrowDown', label: playbooks.moveDown, run: () => move(selected, 1) },
          { keys: 'Delete', label: playbooks.remove, run: () => remove(selected) },
        ]
      : []),
  ]);
  return {
    said,
    move,
    remove,
    add,
    addAfter: (key: string, kind: StepKind) => add({ after: key }, kind),
    change: (key: string, change: Parameters<typeof changeStep>[2]) =>
      onChange({ steps: changeStep(steps, key, change) }),
  };
}
