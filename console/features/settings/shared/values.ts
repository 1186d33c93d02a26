import { typed } from '../../../ui/use-form.ts';

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
