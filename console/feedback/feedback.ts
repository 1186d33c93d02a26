import { useSyncExternalStore } from 'react';
import * as text from '../text/en.ts';

export interface Toast {
  id: number;
  message: string;
  look: 'done' | 'refused';
  actions: readonly ToastAction[];
}

export interface ToastAction {
  label: string;
  run(): void;
}

const SHOWN_MS = 8_000;
const REFUSED_MS = 20_000;
const MAX_UNDO = 20;

let toasts: readonly Toast[] = [];
let lastId = 0;
const undoable: { id: number; undo(): void }[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}

function show(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(-2), { ...toast, id }]);
  setTimeout(() => dismiss(id), toast.look === 'refused' ? REFUSED_MS : SHOWN_MS);
  return id;
}

export function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Says that something was done. With `undo`, a button and Ctrl Z undo it. */
export function sayDone(
  message: string,
  { undo, actions = [] }: { undo?: () => void; actions?: readonly ToastAction[] } = {},
): void {
  if (!undo) {
    show({ message, look: 'done', actions });
    return;
  }
  const once = () => {
    const index = undoable.findIndex((one) => one.id === id);
    if (index < 0) return;
    undoable.splice(index, 1);
    dismiss(id);
    undo();
  };
  const id = show({
    message,
    look: 'done',
    actions: [...actions, { label: text.undo, run: () => once() }],
  });
  undoable.push({ id, undo: once });
  if (undoable.length > MAX_UNDO) undoable.shift();
}

/** Says what the service refused, and why. */
export function sayRefused(message: string, actions: readonly ToastAction[] = []): void {
  show({ message, look: 'refused', actions });
}

/** Undoes the last thing that can be undone. */
export function undoLast(): void {
  undoable.at(-1)?.undo();
}
