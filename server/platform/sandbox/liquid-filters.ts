import type { FilterImplOptions, Liquid } from 'liquidjs';
import { MAX_RENDERED_LENGTH } from './jobs.ts';

/**
 * The filters and tags that texts can use; docs/templates.md lists them, and a test compares the two. What is not here
 * does not exist. Filters that evaluate an expression (`where_exp`) would be loops inside a filter, and `capture` would
 * collect output that no limit counts.
 */
export const FILTERS = [
  'abs',
  'append',
  'at_least',
  'at_most',
  'capitalize',
  'ceil',
  'compact',
  'date',
  'default',
  'divided_by',
  'downcase',
  'escape',
  'first',
  'floor',
  'join',
  'json',
  'last',
  'lstrip',
  'map',
  'minus',
  'modulo',
  'newline_to_br',
  'plus',
  'prepend',
  'remove',
  'replace',
  'replace_first',
  'reverse',
  'round',
  'rstrip',
  'size',
  'slice',
  'sort',
  'split',
  'strip',
  'strip_html',
  'strip_newlines',
  'sum',
  'times',
  'truncate',
  'truncatewords',
  'uniq',
  'upcase',
  'url_encode',
  'where',
] as const;

export const TAGS = [
  '#',
  'assign',
  'break',
  'case',
  'comment',
  'continue',
  'for',
  'if',
  'raw',
  'unless',
] as const;

/** Longer lists than texts need; a list is made by `split` or comes from the data. */
const MAX_LIST_LENGTH = 20_000;
/** `%1000000Y` would pad a year with a million zeros. */
const WIDE_DATE = /%[-_0^#]*\d{3}/;

/** Removes everything else, and limits how large the values are that a filter takes and returns. */
export function restrict(liquid: Liquid): void {
  const filters: readonly string[] = FILTERS;
  const tags: readonly string[] = TAGS;
  for (const name of Object.keys(liquid.filters)) {
    const filter = liquid.filters[name];
    if (!filters.includes(name) || filter === undefined) delete liquid.filters[name];
    else liquid.registerFilter(name, limited(name, filter));
  }
  for (const name of Object.keys(liquid.tags)) if (!tags.includes(name)) delete liquid.tags[name];
}

function limited(name: string, filter: FilterImplOptions): FilterImplOptions {
  const handler = typeof filter === 'function' ? filter : filter.handler;
  const raw = typeof filter === 'function' ? false : filter.raw;
  return {
    raw,
    handler(value, ...args) {
      for (const one of [value, ...args]) assertSmall(one);
      assertSmallResult(name, value, args);
      const result = handler.call(this, value, ...args);
      assertSmall(result);
      return result;
    },
  };
}

function assertSmall(value: unknown): void {
  if (typeof value === 'string' && value.length > MAX_RENDERED_LENGTH) throw tooLong();
  if (Array.isArray(value) && value.length > MAX_LIST_LENGTH) {
    throw new Error(`a list must have at most ${MAX_LIST_LENGTH} items`);
  }
}

/** For filters whose result can be much larger than what they take. */
function assertSmallResult(name: string, value: unknown, args: readonly unknown[]): void {
  const lengthOf = (text: unknown) => String(text ?? '').length;
  if (name === 'replace') {
    const found = String(value ?? '').split(String(args[0] ?? '')).length;
    if (found * lengthOf(args[1]) > MAX_RENDERED_LENGTH) throw tooLong();
  }
  if (name === 'join' && Array.isArray(value)) {
    const separators = value.length * (args[0] === undefined ? 1 : lengthOf(args[0]));
    if (separators > MAX_RENDERED_LENGTH) throw tooLong();
    let total = separators;
    for (const item of value) {
      total += lengthOf(item);
      if (total > MAX_RENDERED_LENGTH) throw tooLong();
    }
  }
  if (name === 'date' && WIDE_DATE.test(String(args[0] ?? ''))) {
    throw new Error('the widths in a date format must have at most two digits');
  }
}

export function tooLong(): Error {
  return new Error(`a text must have at most ${MAX_RENDERED_LENGTH} characters`);
}
