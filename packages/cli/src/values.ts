import { readFileSync } from 'node:fs';
import type { Given } from './arguments.ts';
import { calledWrongly, messageOf } from './errors.ts';
import { didYouMean } from './suggest.ts';
import type { Option } from './table.ts';

type Json = Record<string, unknown>;

/** The fields that were given, as the API takes them: numbers as numbers, and `--location.city` in `location`. */
export function valuesOf({ options: given }: Given, options: readonly Option[]): Json {
  const values: Json = {};
  for (const [flag, texts] of given) {
    const option = options.find((one) => one.flag === flag);
    const parent = options.find((one) => flag.startsWith(`${one.flag}.`));
    if (option) setAt(values, option.name.split('.'), converted(option, texts));
    else if (parent) {
      const path = [parent.name, ...flag.slice(parent.flag.length + 1).split('.')];
      const inner = { ...parent, flag, kind: 'any?', values: [] };
      setAt(values, path, converted(inner, texts));
    }
  }
  return values;
}

function setAt(values: Json, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    const before = values[first];
    values[first] = isObject(before) && isObject(value) ? merged(before, value) : value;
    return;
  }
  const inner = values[first];
  const object: Json = isObject(inner) ? inner : {};
  Object.defineProperty(values, first, { value: object, writable: true, enumerable: true });
  setAt(object, rest, value);
}

/** The fields of the second are added to the first, also inside of objects. */
export function merged(base: Json, more: Json): Json {
  const result = { ...base };
  for (const [name, value] of Object.entries(more)) {
    const before = result[name];
    result[name] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function converted(option: Option, texts: readonly string[]): unknown {
  const kind = option.kind.replace('?', '');
  if (option.kind.endsWith('?') && texts.length === 1 && texts[0] === 'null') return null;
  if (kind.endsWith('[]')) return texts.flatMap((text) => itemsOf(option, kind.slice(0, -2), text));
  if (texts.length > 1) throw calledWrongly(`--${option.flag} can be set only once.`);
  return single(option, kind, texts[0] ?? '');
}

/** A list as JSON, or separated by commas; objects one by one. */
function itemsOf(option: Option, kind: string, text: string): unknown[] {
  if (text.trimStart().startsWith('[')) {
    const items = parsed(option.flag, text);
    if (Array.isArray(items)) return items;
  }
  const isStructured = kind === 'object' || kind === 'any';
  const texts = isStructured ? [text] : text.split(',').map((one) => one.trim());
  return texts.filter((one) => one !== '').map((one) => single(option, kind, one));
}

function single(option: Option, kind: string, text: string): unknown {
  const { flag, values } = option;
  switch (kind) {
    case 'integer':
      if (/^[+-]?\d+$/.test(text)) return Number(text);
      throw calledWrongly(`--${flag} must be a whole number, not "${text}".`);
    case 'number':
      if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
      throw calledWrongly(`--${flag} must be a number, not "${text}".`);
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw calledWrongly(`--${flag} must be true or false, not "${text}".`);
    case 'object': {
      const value = parsed(flag, text);
      if (isObject(value)) return value;
      throw calledWrongly(`--${flag} must be a JSON object, not ${text}.`);
    }
    case 'any':
      // A template also begins with a brace, and is no JSON: {{ lead.name }} or {% if … %}.
      return /^\s*(\{(?![{%])|[["])/.test(text) ? parsed(flag, text) : text;
    default:
      if (values.length === 0 || values.includes(text)) return text;
      throw calledWrongly(
        `--${flag} must be one of ${values.join(', ')}, not "${text}".${didYouMean(text, values)}`,
      );
  }
}

function parsed(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw calledWrongly(`--${flag} is not valid JSON: ${messageOf(error)}.`);
  }
}

/** `--data`: JSON, `@FILE`, or `-` for stdin. */
export function readData(text: string): Json {
  const value = parsed('data', sourceOf(text));
  if (isObject(value)) return value;
  throw calledWrongly('--data must be a JSON object.');
}

function sourceOf(text: string): string {
  if (text !== '-' && !text.startsWith('@')) return text;
  const path = text === '-' ? 0 : text.slice(1);
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw calledWrongly(`--data cannot be read: ${messageOf(error)}.`);
  }
}
