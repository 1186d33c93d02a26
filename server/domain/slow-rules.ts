import type { ASTNode } from '@marcbachmann/cel-js';

export const LOOPS = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'bind']);

/**
 * Whatever in a rule could take longer than a moment, or null. One process serves many organizations, and
 * a regular expression or a loop in a loop of one could keep it from all others for hours.
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

export function isNode(value: unknown): value is ASTNode {
  return value !== null && typeof value === 'object' && 'op' in value && 'args' in value;
}
