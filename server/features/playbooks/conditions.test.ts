import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { sandbox } from '../../platform/sandbox/sandbox.ts';
import { evaluate as evaluateFor, readConditions } from './conditions.ts';
import { addDuration, isTooLong, readDuration } from './durations.ts';
import { renderTexts } from './texts.ts';

const OWNER = 'the organization';
const evaluate = (text: string, given: typeof variables) => evaluateFor(OWNER, text, given);
async function renderText(text: string, given: typeof variables) {
  const [rendered] = await renderTexts(OWNER, [text], given);
  assert(rendered);
  return rendered;
}

after(() => sandbox.close());

const variables = {
  data: { source: 'web_form', total: 12_900, tags: ['a', 'b'] },
  lead: { name: 'Dana', first_contacted_at: null, created_at: '2027-03-01T09:00:00.000Z' },
  steps: { text: { status: 'completed', output: { status: 204 } } },
  now: new Date('2027-03-01T09:06:00Z'),
};

describe('a condition', () => {
  it('evaluates to true or false', async () => {
    const expected: Record<string, boolean> = {
      "data.source == 'web_form'": true,
      'lead.first_contacted_at == null': true,
      'lead.first_contacted_at != null': false,
      'customer == null': true,
      'customer != null && customer.name == "x"': false,
      'has(customer.name)': false,
      "customer.?name.orValue('nobody') == 'nobody'": true,
      'data.total > 10000': true,
      'data.total / 100 == 129': true,
      'data.total / 100 > 128.5': true,
      'data.total % 2 == 1': false,
      '100 + data.total * 2 > 1.5': true,
      'steps.text.output.status >= 200 && steps.text.output.status < 300': true,
      "data.tags.exists(tag, tag == 'b')": true,
      "now - timestamp(lead.created_at) > duration('5m')": true,
      "now.getDayOfWeek('America/New_York') == 1": true,
      'event == null': true,
    };
    for (const [text, value] of Object.entries(expected)) {
      assert.deepEqual(await evaluate(text, variables), { value }, text);
    }
  });

  it('fails with a reason if it cannot be evaluated', async () => {
    for (const text of [
      'lead.nope == 1',
      'customer.name == "x"',
      'lead.name',
      'data.total',
      '1/0 == 1',
    ]) {
      assert('failure' in (await evaluate(text, variables)), text);
    }
  });

  it('is refused when it is saved if it is invalid or uses what is not available', async () => {
    const wrong = [
      '',
      'lead.name ==',
      'nobody.name == 1',
      'shout(lead.name)',
      '1 + 1',
      '"yes"',
      "lead.name.matches('(a+)+$')",
      "lead.name.split('').size() > 1",
      "[lead.name].join('') == ''",
      'cel.bind(a, 1, a > 0)',
      'bytes(lead.name).size() > 1',
      `lead.name${' + lead.name'.repeat(11)} == ''`,
      '('.repeat(300),
      `${'1 + '.repeat(600)}1 == 1`,
    ];
    const read = await readConditions(OWNER, wrong);
    for (const [index, text] of wrong.entries()) assert('unreadable' in read[index]!, text);
  });

  it('can have a loop in a loop', async () => {
    const text = 'data.tags.exists(a, data.tags.exists(b, a != b))';
    assert.deepEqual(await evaluate(text, variables), { value: true });
  });

  it('never throws for any input', async () => {
    const part = fc.constantFrom(
      ...'lead data . name == ( ) [ ] { } ? : && || ! null 1 1.5 "a" exists has , in - + % size'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        const outcome = await evaluate(written, variables);
        assert('value' in outcome ? typeof outcome.value === 'boolean' : outcome.failure !== '');
      }),
      { numRuns: 400 },
    );
  });
});

describe('a text', () => {
  it('is rendered, or fails with what is missing; it never has gaps', async () => {
    assert.deepEqual(await renderText('Hi {{ lead.name }}', variables), { text: 'Hi Dana' });
    assert.deepEqual(await renderText('{{ now }}', variables), {
      text: '2027-03-01T09:06:00.000Z',
    });
    assert.deepEqual(await renderText('{{ customer.name | default: "you" }}', variables), {
      text: 'you',
    });
    for (const text of ['{{ lead.nope }}', '{{ customer.name }}', '{{ data.a.b }}', '{{ lead']) {
      assert('failure' in (await renderText(text, variables)), text);
    }
  });
});

describe('a duration', () => {
  it('is ISO 8601 with whole, positive numbers', () => {
    for (const text of ['PT0S', 'PT5M', 'P1D', 'P2W', 'P1M', 'P1Y', 'P1DT2H30M5S', 'PT36H']) {
      assert(readDuration(text), text);
    }
    const wrong = [
      '',
      'P',
      'PT',
      'P1DT',
      '5m',
      'PT5',
      '-P1D',
      'P-1D',
      'PT1.5H',
      'pt5m',
      'P1H',
      'PT5M ',
      `P${'9'.repeat(60)}D`,
    ];
    for (const text of wrong) assert.equal(readDuration(text), null, text);
  });

  it('is at most 400 days in any unit', () => {
    for (const text of ['P400D', 'PT9600H', 'P57W', 'P1Y', 'P13M']) {
      assert(!isTooLong(readDuration(text)!), text);
    }
    for (const text of [
      'P401D',
      'P400DT1S',
      'PT9601H',
      'P58W',
      'P2Y',
      'P14M',
      `P${'9'.repeat(9)}Y`,
    ]) {
      assert(isTooLong(readDuration(text)!), text);
    }
  });

  it('in days keeps the local time when the clocks change', () => {
    const zone = 'America/New_York';
    const at = (text: string) => new Date(text);
    assert.deepEqual(
      addDuration(at('2027-03-13T09:00:00-05:00'), 'P1D', zone),
      at('2027-03-14T09:00:00-04:00'),
    );
    assert.deepEqual(
      addDuration(at('2027-03-13T09:00:00-05:00'), 'PT24H', zone),
      at('2027-03-14T10:00:00-04:00'),
    );
    assert.deepEqual(
      addDuration(at('2027-11-06T09:00:00-04:00'), 'P1D', zone),
      at('2027-11-07T09:00:00-05:00'),
    );
  });
});
