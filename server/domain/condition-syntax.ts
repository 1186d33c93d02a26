import type { ASTNode } from '@marcbachmann/cel-js';

/** What can be read from the syntax tree of a CEL condition, before it is ever evaluated. */

const LOOPS = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'bind']);

/**
 * The part of a condition that could take long, or null. One process serves many organizations, and a regular
 * expression or a loop in a loop of one could keep it from all others for hours.
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
      found = 'matches() is not offered; use contains(), startsWith() or endsWith()';
    } else if (isLoop && loops > 0) {
      found = `${name}() must not stand inside another loop over a list`;
    }
    visit(receiver, loops);
    visit(given, isLoop ? loops + 1 : loops);
  };
  visit(ast, 0);
  return found;
}

/** What a condition names: `lead.name` is ['lead', 'name'], `lead` alone is ['lead']. */
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
      // The name of the loop's own variable is none of ours.
      const own = LOOPS.has(name) ? given.at(0) : undefined;
      const before = names.length;
      visit(given);
      if (own?.op === 'id') forget(names, before, own.args);
    } else visit(args);
  };
  visit(ast);
  return names;
}

function forget(names: NamePath[], from: number, name: string): void {
  const kept = names.slice(from).filter(([root]) => root !== name);
  names.splice(from, names.length - from, ...kept);
}

function isNode(value: unknown): value is ASTNode {
  return value !== null && typeof value === 'object' && 'op' in value && 'args' in value;
}
