import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { isObject } from '../../platform/is-object.ts';
import { MAX_METADATA_KEYS, MAX_METADATA_LENGTH } from '../leads/index.ts';

/** Pure rules: how values of other systems become texts of ours. Nothing here can fail. */

/** The text of a scalar, without what cannot be stored; undefined for everything else and for blanks. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = storable(value).trim();
  return text === '' ? undefined : text;
}

export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** Of characters, so that no surrogate pair is torn apart. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text.slice(0, length * 2)].slice(0, length).join('');
  return characters;
}

/** Joined by the separator, without what is missing; undefined if all of it is. */
export function joined(values: readonly unknown[], separator: string): string | undefined {
  const texts = values.flatMap((value) => textOf(value) ?? []);
  return texts.length === 0 ? undefined : texts.join(separator);
}

/** A code of ours: `Water Heater Repair` is `water_heater_repair`. */
export function toCode(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const code = cut(text, 500)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, TEXT_LIMITS.code)
    .replace(/_+$/, '');
  return code === '' ? undefined : code;
}

/** The member of nested objects, such as `at(payload, 'customer', 'phone')`. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (Array.isArray(found) && typeof name === 'number') found = found[name];
    else if (isObject(found) && Object.hasOwn(found, name)) found = found[name];
    else return undefined;
  }
  return found;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What is known by these keys; blanks are left out. */
export function present<Name extends string>(
  values: Record<Name, unknown>,
): Partial<Record<Name, string>> {
  const found = Object.entries(values).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found) as Partial<Record<Name, string>>;
}

/** Metadata of a lead: as many as it can have, with keys that it can have. */
export function toMetadata(values: Record<string, unknown>): Record<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const key = cut(name, 200)
      .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
      .replace(/^\.+/, '')
      .slice(0, 40);
    const text = textOf(value);
    if (key === '' || key === '__proto__' || text === undefined) continue;
    if (found.size < MAX_METADATA_KEYS) found.set(key, cut(text, MAX_METADATA_LENGTH));
  }
  return Object.fromEntries(found);
}

/** Questions and answers, one per line. */
export function answersOf(list: unknown, question: string, answer: string): string[] {
  return listOf(list).flatMap((one) => {
    const text = joined([at(one, question), joined([at(one, answer)].flat(), ', ')], ': ');
    return text === undefined ? [] : [text];
  });
}
