import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { problems } from './api-document.ts';
import { publicRoutes, routes } from './routes.ts';
import { errorsDocument } from './testing/errors-document.ts';

const ROOT = import.meta.dirname;
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const code = sources.filter(({ file }) => !file.includes('.test.') && !file.startsWith('testing'));
const tests = sources.filter(({ file }) => file.includes('.test.'));

/** How a problem is made: its code is the argument after the status, or the first, or the last. */
const FORMS = [
  /new Problem\(\s*(\d{3}),\s*'(\w+)'/g,
  /conflict\(\s*'(\w+)'/g,
  /refused\(\s*\w+,\s*'(\w+)'/g,
  /validationFailed\([^;]*?,\s*'(\w+)'\s*\)/g,
];

describe('the catalog of problems', () => {
  const thrown = new Set(
    code.flatMap(({ text }) =>
      FORMS.flatMap((form) => [...text.matchAll(form)].map((match) => match.at(-1) ?? '')),
    ),
  );

  it('has every code that the code throws', () => {
    assert(thrown.size > 50, `found ${thrown.size} codes`);
    const unknown = [...thrown].filter((one) => !Object.hasOwn(problems, one));
    assert.deepEqual(unknown, []);
  });

  it('has no code that is not in the code', () => {
    const elsewhere = code.filter(({ file }) => !/problem-catalog|domain\/problems/.test(file));
    const unused = Object.keys(problems).filter(
      (one) => !elsewhere.some(({ text }) => text.includes(`'${one}'`)),
    );
    assert.deepEqual(unused, []);
  });

  it('has no code without a test', () => {
    const untested = Object.keys(problems).filter(
      (one) => !tests.some(({ text }) => text.includes(one)),
    );
    assert.deepEqual(untested, []);
  });

  it('is sent with the status that it says', () => {
    for (const { text, file } of code) {
      for (const [, status, one = ''] of text.matchAll(/new Problem\(\s*(\d{3}),\s*'(\w+)'/g)) {
        assert.equal(problems[one]?.status, Number(status), `${one} in ${file}`);
      }
    }
  });

  it('is in docs/errors.md, with the operations that respond with it', () => {
    const committed = readFileSync(join(ROOT, '../docs/errors.md'), 'utf8');
    assert.equal(errorsDocument(), committed, 'run npm run openapi and commit the result');
  });

  it('has every code that an operation declares, and each of the trade is declared by one', () => {
    const all = [...routes, ...publicRoutes];
    const declared = new Set(all.flatMap((operation) => operation.problems));
    for (const one of declared) assert(Object.hasOwn(problems, one), one);
    const trade = readFileSync(join(ROOT, 'domain/problems.ts'), 'utf8');
    const undeclared = Object.keys(problems).filter(
      (one) => new RegExp(`^  ${one}: `, 'm').test(trade) && !declared.has(one),
    );
    assert.deepEqual(undeclared, []);
  });
});
