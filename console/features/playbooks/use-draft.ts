import { useEffect, useState } from 'react';
import type { Draft } from './draft.ts';

interface Editing {
  draft: Draft;
  /** The version that the draft changes. */
  base: number;
}

/** What is not saved stays while the console is open, also if another screen is opened meanwhile. */
const unsaved = new Map<string, Editing>();

/** The draft of a playbook: the newest version, until something is changed. */
export function useDraft(id: string, saved: Draft, version: number) {
  const [kept, setKept] = useState<Editing | null>(() => unsaved.get(id) ?? null);
  const isDirty = kept !== null;
  const set = (editing: Editing | null) => {
    if (editing === null) unsaved.delete(id);
    else unsaved.set(id, editing);
    setKept(editing);
  };
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return {
    draft: kept?.draft ?? saved,
    base: kept?.base ?? version,
    isDirty,
    /** Someone else has saved since the draft began. */
    isBehind: kept !== null && kept.base < version,
    change: (change: Partial<Draft>) => {
      // Not what this component has rendered: an undo comes from an earlier one.
      const { draft, base } = unsaved.get(id) ?? { draft: saved, base: version };
      set({ draft: { ...draft, ...change }, base });
    },
    /** The draft replaces the version that someone else has saved. */
    rebase: () => {
      if (kept) set({ ...kept, base: version });
    },
    discard: () => set(null),
  };
}

/** Opens the editor with these changes, such as those of an earlier version. */
export function putDraft(id: string, draft: Draft, base: number): void {
  unsaved.set(id, { draft, base });
}
