import { typed } from '../../../ui/use-form.ts';
import { codeOf } from '../../new-lead/code-of.ts';

/** What was typed, without spaces around it; null if that is nothing. */
export function textOrNull(values: FormData, name: string): string | null {
  return typed(values, name).trim() || null;
}

/** NaN becomes null on the way, which the service refuses at the field. */
export function numberIn(values: FormData, name: string): number {
  const value = typed(values, name).trim();
  return value === '' ? Number.NaN : Number(value);
}

export function numberOrNull(values: FormData, name: string): number | null {
  return typed(values, name).trim() === '' ? null : numberIn(values, name);
}

export function isChecked(values: FormData, name: string): boolean {
  return values.get(name) !== null;
}

const MAX_CODE = 64;

/** A code of the API made from words: it begins with a letter. Empty if there is none in them. */
export function codeFrom(words: string): string {
  const code = (codeOf(words) ?? '').replace(/^[^a-z]+/, '');
  return code.slice(0, MAX_CODE).replace(/_+$/, '');
}
