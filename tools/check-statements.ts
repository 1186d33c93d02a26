import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Every statement that the service sends is declared as `statement(name, text)`. PostgreSQL identifies it by its
 * name: two different statements with the same name would fail on a connection that uses both. And each must be one
 * that a cluster distributed by organization can run.
 */
const FORBIDDEN: { pattern: RegExp; reason: string }[] = [
  {
    pattern: /\bas\s+(?:materialized\s+)?\(\s*(?:insert|update|delete)\b/i,
    reason: 'changes rows inside a WITH; use a function with the organization as a parameter',
  },
  {
    pattern:
      /^\s*insert\b(?:(?!\bon conflict\b).)*\bselect\b(?:(?!\bon conflict\b).)*\b(?:unnest|jsonb?_\w+)\s*\(/is,
    reason: 'inserts from a list; use a function with the organization as a parameter',
  },
  { pattern: /app\.organization_id/, reason: 'sets the tenant, which only the transaction may do' },
];

/** What a table names when it is used so: see server/platform/database/table.ts. */
const NAMES_OF_USES: Record<string, readonly string[]> = {
  byKey: ['find', 'lock', 'find_many', 'lock_many'],
  newestFirst: ['list'],
  newestOf: ['list_newest'],
};

const sources = new Map<string, string>();
for (const file of globSync('server/**/*.ts')) {
  if (!file.endsWith('.test.ts')) sources.set(file, readFileSync(file, 'utf8'));
}

/** The names of the statements of a table, which the files of its folder use. */
function namesOfTable(file: string, variable: string, name: string): string[] {
  const folder = [...sources].filter(([other]) => dirname(other) === dirname(file));
  const isUsed = (use: string) =>
    folder.some(([, source]) => new RegExp(`\\b${variable}\\s*\\.${use}\\(`).test(source));
  const uses = Object.keys(NAMES_OF_USES).filter(isUsed);
  const verbs = ['insert', 'update', 'update_many', ...uses.flatMap((use) => NAMES_OF_USES[use])];
  return verbs.map((verb) => `${verb}_${name}`);
}

const seen = new Map<string, string>();
const problems: string[] = [];
for (const [file, source] of sources) {
  for (const [, name = '', text = ''] of source.matchAll(
    /\bstatement\(\s*['`]([^'`]+)['`],\s*(['`"](?:[^'`"]|'[^`]*?')*?['`"])\s*,?\s*\)/g,
  )) {
    for (const { pattern, reason } of FORBIDDEN) {
      if (pattern.test(text.slice(1))) problems.push(`${file}: ${name} ${reason}.`);
    }
  }
  const own = [...source.matchAll(/\bstatement\(\s*'(\w+)'/g)].map(([, name = '']) => name);
  const derived = [...source.matchAll(/\b(\w+) = table<\w+>\(\s*'(\w+)'/g)].flatMap(
    ([, variable = '', name = '']) => namesOfTable(file, variable, name),
  );
  for (const name of [...own, ...derived]) {
    const other = seen.get(name);
    if (other !== undefined)
      problems.push(`Two statements are named ${name}: ${other} and ${file}.`);
    seen.set(name, file);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${seen.size} prepared statements checked: all names are unique.`);
