import type { ASTNode } from '@marcbachmann/cel-js';
import type { NamePath } from './jobs.ts';

/** Checks of the syntax tree of a CEL condition, before it is evaluated. */

const LOOPS = ['all', 'exists', 'exists_one', 'map', 'filter'] as const;

/**
 * The functions that conditions can use; docs/playbooks.md lists them, and a test compares the two. Not among them:
 * regular expressions (`matches`), and functions that make a large list of a text or the reverse (`split`, `join`).
 */
export const FUNCTIONS = [
  ...LOOPS,
  'bool',
  'contains',
  'double',
  'duration',
  'dyn',
  'endsWith',
  'getDate',
  'getDayOfMonth',
  'getDayOfWeek',
  'getDayOfYear',
  'getFullYear',
  'getHours',
  'getMilliseconds',
  'getMinutes',
  'getMonth',
  'getSeconds',
  'has',
  'hasValue',
  'indexOf',
  'int',
  'lastIndexOf',
  'lowerAscii',
  'or',
  'orValue',
  'size',
  'startsWith',
  'string',
  'substring',
  'timestamp',
  'trim',
  'type',
  'upperAscii',
  'value',
] as const;

/** Each `+` can double a text or a list, so this bounds how large one can become: a thousand times the data. */
const MAX_ADDITIONS = 10;

const loops: ReadonlySet<string> = new Set(LOOPS);
const functions: ReadonlySet<string> = new Set(FUNCTIONS);

/** Why a condition is not allowed, or null. */
export function refusedPartOf(ast: ASTNode): string | null {
  let additions = 0;
  let unknown: string | null = null;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) visit(part);
    if (!isNode(value)) return;
    const { op, args } = value;
    if (op === '+') additions += 1;
    if ((op === 'call' || op === 'rcall') && !functions.has(args[0])) unknown ??= args[0];
    visit(args);
  };
  visit(ast);
  if (unknown !== null) return `the function ${unknown}() is not available`;
  return additions > MAX_ADDITIONS ? `it has more than ${MAX_ADDITIONS} additions (+)` : null;
}

export function namesIn(ast: ASTNode): NamePath[] {
  const names: NamePath[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) visit(part);
    if (!isNode(value)) return;
    const { op, args } = value;
    if (op === 'id') names.push([args]);
    else if ((op === '.' || op === '.?') && args[0].op === 'id') {
      names.push([args[0].args, args[1]]);
    } else if (op === 'rcall') {
      const [name, receiver, given] = args;
      visit(receiver);
      // The loop's own variable is not one of ours.
      const own = loops.has(name) ? given.at(0) : undefined;
      const before = names.length;
      visit(given);
      if (own?.op === 'id') removeNames(names, before, own.args);
    } else visit(args);
  };
  visit(ast);
  return names;
}

function removeNames(names: NamePath[], from: number, name: string): void {
  const others = names.slice(from).filter(([root]) => root !== name);
  names.splice(from, names.length - from, ...others);
}

function isNode(value: unknown): value is ASTNode {
  return value !== null && typeof value === 'object' && 'op' in value && 'args' in value;
}
