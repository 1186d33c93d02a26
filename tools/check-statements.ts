import { globSync, readFileSync } from 'node:fs';

/**
 * PostgreSQL knows a prepared statement by its name: two different ones of the same name would fail on the
 * connection that meets both. Statements of a table() are named after it.
 */
const seen = new Map<string, string>();
const problems: string[] = [];
for (const file of globSync('server/**/*.ts')) {
  if (file.endsWith('.test.ts')) continue;
  const source = readFileSync(file, 'utf8');
  const own = [...source.matchAll(/\bstatement\(\s*'(\w+)'/g)].map(([, name = '']) => name);
  const derived = [...source.matchAll(/\btable<\w+>\(\s*'(\w+)'/g)].flatMap(([, name = '']) => [
    `insert_${name}`,
    `update_${name}`,
  ]);
  for (const name of [...own, ...derived]) {
    const other = seen.get(name);
    if (other !== undefined)
      problems.push(`Two statements are named ${name}: ${other} and ${file}.`);
    seen.set(name, file);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${seen.size} prepared statements, each with a name of its own.`);
