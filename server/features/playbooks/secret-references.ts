import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { knownSecretNames } from '../secrets/index.ts';
import { escapePointer } from './json.ts';

/**
 * `{{ secrets.crm }}` in the headers and the body of a request. The template engine never gets a value: a reference is
 * replaced by an unguessable placeholder before the text is rendered, and the placeholder by the value when the request
 * leaves. So a value cannot get into a definition, a trace, an event or an error, and data that looks like a reference
 * or a placeholder stays what it is.
 */

const REFERENCE = /\{\{-?\s*secrets\.([a-z][a-z0-9_]{0,63})\s*-?\}\}/g;

/** The text as the template engine may check it: without references. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(REFERENCE, 'x');
}

/** Whether it uses a secret in another way, such as with a filter. */
export function misusesSecrets(text: string): boolean {
  const [, ...parts] = withoutSecrets(text).split(/\{[{%]/);
  return parts.some((part) => /\bsecrets\s*[.[]/.test(part.split('}', 1).join()));
}

export function hasSecrets(text: string): boolean {
  return withoutSecrets(text) !== text;
}

/** The placeholders of one request. */
export class SecretPlaceholders {
  readonly #mark = `tl-${randomBytes(16).toString('hex')}`;
  readonly #found = new RegExp(`${this.#mark}-([a-z][a-z0-9_]{0,63})-end`, 'g');
  readonly #names = new Set<string>();

  get names(): string[] {
    return [...this.#names];
  }

  insert<Value>(value: Value): Value;
  insert(value: unknown): unknown {
    return mapTexts(value, (text) =>
      text.replaceAll(REFERENCE, (_reference, name: string) => {
        this.#names.add(name);
        return `${this.#mark}-${name}-end`;
      }),
    );
  }

  /** As the trace shows it. */
  show<Value>(value: Value): Value;
  show(value: unknown): unknown {
    return this.#replace(value, shown);
  }

  /** As it is sent. */
  fill<Value>(value: Value, values: ReadonlyMap<string, string>): Value;
  fill(value: unknown, values: ReadonlyMap<string, string>): unknown {
    return this.#replace(value, (name) => values.get(name) ?? '');
  }

  #replace(value: unknown, by: (name: string) => string): unknown {
    return mapTexts(value, (text) =>
      text.replaceAll(this.#found, (_placeholder, name: string) => by(name)),
    );
  }
}

/** Hides the values in what another system sent back, in every form that it is likely to have there. */
export function masker(values: ReadonlyMap<string, string>): (value: unknown) => unknown {
  const forms = [...values].flatMap(([name, value]) =>
    formsOf(value).map((form) => ({ form, mask: shown(name) })),
  );
  if (forms.length === 0) return (value) => value;
  // The longest first: one value can contain another.
  forms.sort((a, b) => b.form.length - a.form.length);
  const mask = (text: string) =>
    forms.reduce((masked, { form, mask }) => masked.replaceAll(form, () => mask), text);
  return (value) => maskWithin(value, mask);
}

function formsOf(value: string): string[] {
  const base64 = Buffer.from(value).toString('base64');
  const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  const encoded = [base64, base64.replaceAll('=', ''), Buffer.from(value).toString('base64url')];
  return [...new Set([...forms, ...encoded])];
}

function shown(name: string): string {
  return `{{ secrets.${name} }}`;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]),
  );
}

/** Unlike above, also in names of fields and in numbers. */
function maskWithin(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number')
    return mask(String(value)) === String(value) ? value : mask(String(value));
  if (Array.isArray(value)) return value.map((member) => maskWithin(member, mask));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [mask(name), maskWithin(member, mask)]),
  );
}

/** The references in the options of a request that are not names of secrets. */
export async function unknownSecrets(
  tx: Tx,
  steps: readonly { given: unknown; pointer: string }[],
): Promise<FieldError[]> {
  const references = steps.flatMap(({ given, pointer }) => referencesIn(given, pointer));
  const known = await knownSecretNames(tx, [...new Set(references.map(({ name }) => name))]);
  return references
    .filter(({ name }) => !known.has(name))
    .map(({ name, pointer }) => ({
      pointer,
      code: 'unknown_secret',
      detail: `There is no secret ${name}. Create it with POST /v1/secrets, or correct the name.`,
    }));
}

function referencesIn(value: unknown, pointer: string): { name: string; pointer: string }[] {
  if (typeof value === 'string') {
    return [...value.matchAll(REFERENCE)].map(([, name = '']) => ({ name, pointer }));
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    referencesIn(member, `${pointer}/${escapePointer(name)}`),
  );
}
