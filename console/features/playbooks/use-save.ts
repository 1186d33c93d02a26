import { useState } from 'react';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { inSession } from '../../session/in-session.ts';
import { type Draft, flat } from './draft.ts';
import { NO_PROBLEMS, type Problems, problemsOf } from './problems.ts';

export interface Saving {
  problems: Problems;
  trouble: Trouble;
  isSaving: boolean;
  save(): void;
  clear(): void;
  /** Shows at its steps what the service refused. False if the refusal is not about the playbook. */
  showAtSteps(error: unknown): boolean;
}

/** Saves once at a time. What the service refuses is shown at its step, and the first such step is selected. */
export function useSave(
  draft: Draft,
  onSelect: (key: string) => void,
  send: () => Promise<void>,
): Saving {
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const [isSaving, setIsSaving] = useState(false);
  const clear = () => {
    setProblems(NO_PROBLEMS);
    setTrouble(NO_TROUBLE);
  };
  const showAtSteps = (error: unknown): boolean => {
    const found = problemsOf(error, draft.steps);
    if (!found || 'lifecycle_number' in found.settings) return false;
    setProblems(found);
    const isInSettings = Object.keys(found.settings).length > 0;
    const first = flat(draft.steps).find(({ step }) => found.steps.has(step.key));
    onSelect(isInSettings ? 'settings' : (first?.step.key ?? 'settings'));
    return true;
  };
  const save = async () => {
    if (isSaving) return;
    setIsSaving(true);
    clear();
    try {
      await inSession(send);
    } catch (error) {
      if (!showAtSteps(error)) setTrouble(troubleOf(error, []));
    } finally {
      setIsSaving(false);
    }
  };
  return { problems, trouble, isSaving, save: () => void save(), clear, showAtSteps };
}
