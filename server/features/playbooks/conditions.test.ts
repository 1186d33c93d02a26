import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { evaluate, readCondition } from './conditions.ts';
import { addDuration, isTooLong, readDuration } from './durations.ts';
import { renderText } from './texts.ts';

const variables = {
  data: { source: 'web_form', total: 12_900, tags: ['a', 'b'] },
  lead: { name: 'Dana', first_contacted_at: null, created_at: '2027-03-01T09:00:00.000Z' },
  steps: { text: { status: 'completed', output: { status: 204 } } },
  now: new Date('2027-03-01T09:06:00Z'),
};

describe('a condition', () => {
  it('evaluates to true or false', () => {
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
      assert.deepEqual(evaluate(text, variables), { value }, text);
    }
  });

  it('fails with a reason if it cannot be evaluated', () => {
    for (const text of [
      'lead.nope == 1',
      'customer.name == "x"',
      'lead.name',
      'data.total',
      '1/0 == 1',
    ]) {
      assert('failure' in evaluate(text, variables), text);
    }
  });

  it('is refused when it is saved if it is invalid or could take long', () => {
    const wrong = [
      '',
      'lead.name ==',
      'nobody.name == 1',
      'shout(lead.name)',
      '1 + 1',
      '"yes"',
      "lead.name.matches('(a+)+$')",
      'data.tags.exists(a, data.tags.exists(b, a == b))',
      '('.repeat(300),
      `${'1 + '.repeat(600)}1 == 1`,
    ];
    for (const text of wrong) assert('unreadable' in readCondition(text), text);
  });

  it('never throws for any input', () => {
    const part = fc.constantFrom(
      ...'lead data . name == ( ) [ ] { } ? : && || ! null 1 1.5 "a" exists has , in - + % size'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, (written) => {
        const outcome = evaluate(written, variables);
        assert('value' in outcome ? typeof outcome.value === 'boolean' : outcome.failure !== '');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a text', () => {
  it('is rendered, or fails with what is missing; it never has gaps', () => {
    assert.deepEqual(renderText('Hi {{ lead.name }}', variables), { text: 'Hi Dana' });
    assert.deepEqual(renderText('{{ now }}', variables), { text: '2027-03-01T09:06:00.000Z' });
    assert.deepEqual(renderText('{{ customer.name | default: "you" }}', variables), {
      text: 'you',
    });
    for (const text of ['{{ lead.nope }}', '{{ customer.name }}', '{{ data.a.b }}', '{{ lead']) {
      assert('failure' in renderText(text, variables), text);
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
