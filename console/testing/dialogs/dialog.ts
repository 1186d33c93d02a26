import type { DialogIds } from './company.ts';
import { button, type Press } from './press.ts';

/** A window over the page or a menu, and how it is opened with the keyboard. */
export interface DialogToTest {
  /** The file that shows it, without the ending. */
  in: string;
  role: 'dialog' | 'menu';
  /** As screen readers say it. */
  name: string | RegExp;
  by: readonly Press[];
}

/** A screen, and what can be opened over it. The page is loaded once for all of them. */
export interface Place {
  at: string | ((ids: DialogIds) => string);
  dialogs: readonly DialogToTest[];
  /** The owner, if no one else. */
  who?: 'technician';
  /** Whether the screen has other controls on a phone, and so not the one that opened the dialog. */
  isOtherOnPhone?: boolean;
}

export function dialog(file: string, name: string | RegExp, ...by: readonly Press[]): DialogToTest {
  return { in: file, role: 'dialog', name, by };
}

/** A menu has the name of its button. */
export function menu(
  file: string,
  name: string | RegExp,
  ...first: readonly Press[]
): DialogToTest {
  return { in: file, role: 'menu', name, by: [...first, button(name)] };
}
