import type { ASTNode } from '@marcbachmann/cel-js';

/** Checks of the syntax tree of a CEL condition, before it is evaluated. */

const LOOPS = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'bind']);

/**
 * The part of a condition that could be slow, or null. One process serves many organizations, and a regular
 * expression or a nested loop of one organization could block all others for hours.
 */
export function slowPartOf(ast: ASTNode): string | null {
  let found: string | null = null;
  const visit = (value: unknown, loops: number): void => {
    if (Array.isArray(value)) for (const part of value) visit(part, loops);
    if (!isNode(value)) return;
    const { op, args } = value;
    if (op !== 'rcall') {
      visit(args, loops);
      return;
    }
    const [name, receiver, given] = args;
    const isLoop = LOOPS.has(name);
    if (name === 'matches') {
      found = 'matches() is not supported; use contains(), startsWith() or endsWith()';
    } else if (isLoop && loops > 0) {
      found = `${name}() must not be inside another loop over a list`;
    }
    visit(receiver, loops);
    visit(given, isLoop ? loops + 1 : loops);
  };
  visit(ast, 0);
  return found;
}

/** A name used in a condition: `lead.name` is ['lead', 'name'], `lead` alone is ['lead']. */
export type NamePath = [root: string, field?: string];

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
      const own = LOOPS.has(name) ? given.at(0) : undefined;
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
