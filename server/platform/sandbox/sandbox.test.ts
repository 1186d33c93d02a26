import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { endlessText, growingText, slowCondition, slowText } from '../../testing/poison.ts';
import { FUNCTIONS } from './cel-syntax.ts';
import { FILTERS, TAGS } from './liquid-filters.ts';
import { Sandbox } from './sandbox.ts';

const TOO_SLOW = { failure: 'it takes longer than 50 ms to evaluate' };
const lead = { name: 'Dana', source: 'web_form', notes: 'x'.repeat(1_000) };

describe('the sandbox', () => {
  const sandbox = new Sandbox();
  after(() => sandbox.close());

  const greet = (owner: string) => sandbox.renderTexts(owner, ['Hi {{ lead.name }}'], { lead });
  const GREETING = [{ text: 'Hi Dana' }];

  it('ends a text and a condition that take too long, and goes on with the next', async () => {
    assert.deepEqual(await sandbox.renderTexts('slow', [slowText()], {}), [TOO_SLOW]);
    assert.deepEqual(await sandbox.decide('slow', 'lead:map', slowCondition(), { lead }), TOO_SLOW);
    assert.deepEqual(await greet('slow'), GREETING);
  });

  it('fails only the job that takes too long, not those that it shares a thread with', async () => {
    const results = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => greet(`first ${n}`)),
      sandbox.renderTexts('poison', [slowText()], {}),
      ...Array.from({ length: 20 }, (_, n) => greet(`second ${n}`)),
    ]);
    assert.deepEqual(results.splice(20, 1), [[TOO_SLOW]]);
    for (const result of results) assert.deepEqual(result, GREETING);
  });

  it('evaluates for others while one organization has many jobs that take too long', async () => {
    let isOver = false;
    let ended = 0;
    const atOnce = 3;
    const poison = Array.from({ length: atOnce }, async () => {
      for (; !isOver; ended += 1) {
        assert.deepEqual(await sandbox.renderTexts('many', [slowText()], {}), [TOO_SLOW]);
      }
    });
    const greetings = 3;
    for (let n = 0; n < greetings; n += 1) assert.deepEqual(await greet('other'), GREETING);
    // One after the other, each greeting would have waited for all that were there before it.
    assert(ended < greetings * atOnce, `each waited for ${ended / greetings}`);
    isOver = true;
    await Promise.all(poison);
  });

  it('does not try a text again at once that had to be ended three times', async () => {
    const text = slowText();
    const fail = () => sandbox.renderTexts('repeats', [text], {});
    for (let n = 0; n < 3; n += 1) assert.deepEqual(await fail(), [TOO_SLOW]);
    let isOver = false;
    const hundred = Promise.all(Array.from({ length: 100 }, fail)).finally(() => {
      isOver = true;
    });
    // Nothing waits for a thread, so all are over before the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    assert(isOver);
    for (const result of await hundred) assert.deepEqual(result, [TOO_SLOW]);
    assert.deepEqual(await greet('repeats'), GREETING);
  });

  it('limits the size of every text, on the way and at the end', async () => {
    const texts = [
      growingText(),
      endlessText(),
      '{{ "now" | date: "%999999999Y" }}',
      `{% assign s = "${'a'.repeat(20_000)}" %}{{ s | replace: "a", s }}`,
      `{% assign s = "${'a'.repeat(20_000)}" %}{{ s | split: "" | join: s }}`,
    ];
    for (const text of texts) {
      const [rendered] = await sandbox.renderTexts('grows', [text], {});
      assert(rendered && 'failure' in rendered, text.slice(0, 60));
      assert.match(rendered.failure, /must have at most|takes (longer|too much)/);
    }
  });

  it('limits the size of what a condition computes', async () => {
    const doubled = `[lead.notes]${'.map(x, x + x)'.repeat(10)}`;
    assert.deepEqual(
      await sandbox.decide('grows', 'lead:map', `${doubled}[0].contains('y')`, { lead }),
      { value: false },
    );
    const again = `${doubled}.map(x, x + x)[0].contains('y')`;
    const [read] = await sandbox.readConditions('grows', 'lead:map', [again]);
    assert.deepEqual(read, { unreadable: 'it has more than 10 additions (+)' });
  });

  it('reports every text of a list, also if one takes too long to read', async () => {
    const long = '{{ lead.name }}'.repeat(7_000);
    const read = await sandbox.readTexts('reads', ['{{ lead.name }}', long, '{{ lead.']);
    assert.deepEqual(read[0], { names: [['lead', 'name']] });
    assert(read[1] && 'unreadable' in read[1]);
    assert(read[2] && 'unreadable' in read[2]);
  });

  it('refuses jobs with evaluation_busy when too many of an organization wait', async () => {
    const results = await Promise.allSettled(Array.from({ length: 2_100 }, () => greet('full')));
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 100);
    for (const { reason } of refused) assert.equal(reason.code, 'evaluation_busy');
    assert.deepEqual(await greet('full'), GREETING);
  });

  it('refuses what waits with evaluation_busy when it closes, and can be used again afterwards', async () => {
    const closing = new Sandbox();
    const waiting = closing.renderTexts('any', ['{{ a }}'], { a: 1 });
    const closed = closing.close();
    await assert.rejects(waiting, { code: 'evaluation_busy' });
    await closed;
    assert.deepEqual(await closing.renderTexts('any', ['{{ a }}'], { a: 1 }), [{ text: '1' }]);
    await closing.close();
  });
});

describe('the lists of filters, tags and functions', () => {
  const listed = (file: string, heading: string): string[] => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs', file), 'utf8');
    const [, after = ''] = text.split(`| ${heading} |`);
    const [row = ''] = after.split('\n', 1);
    return [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace('()', ''));
  };

  it('are those of the guides', () => {
    assert.deepEqual(listed('templates.md', 'Filters').sort(), [...FILTERS].sort());
    assert.deepEqual(listed('templates.md', 'Tags').sort(), [...TAGS].sort());
    assert.deepEqual(listed('playbooks.md', 'Functions').sort(), [...FUNCTIONS].sort());
  });

  it('have no filter that evaluates an expression, and no tag that loads a file', () => {
    for (const name of FILTERS) assert.doesNotMatch(name, /_exp$/);
    for (const name of ['include', 'render', 'layout', 'block', 'capture']) {
      assert(!TAGS.some((tag) => tag === name));
    }
  });
});
