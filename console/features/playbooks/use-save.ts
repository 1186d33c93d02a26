import { useState } from 'react';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { inSession } from '../../session/in-session.ts';
import { type Draft, flat } from './draft.ts';
import { NO_PROBLEMS, type Problems, problemsOf } from './problems.ts';

/** Saves once at a time. What the service refuses is shown at its step, and the first such step is selected. */
export function useSave(
  draft: Draft,
  onSelect: (key: string) => void,
  send: () => Promise<void>,
): { problems: Problems; trouble: Trouble; isSaving: boolean; save(): void; clear(): void } {
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const [isSaving, setIsSaving] = useState(false);
  const clear = () => {
    setProblems(NO_PROBLEMS);
    setTrouble(NO_TROUBLE);
  };
  const save = async () => {
    if (isSaving) return;
    setIsSaving(true);
    clear();
    try {
      await inSession(send);
    } catch (error) {
      const found = problemsOf(error, draft.steps);
      if (found) {
        setProblems(found);
        const isInSettings = Object.keys(found.settings).length > 0;
        const first = flat(draft.steps).find(({ step }) => found.steps.has(step.key));
        onSelect(isInSettings ? 'settings' : (first?.step.key ?? 'settings'));
      } else setTrouble(troubleOf(error, []));
    } finally {
      setIsSaving(false);
    }
  };
  return { problems, trouble, isSaving, save: () => void save(), clear };
}
