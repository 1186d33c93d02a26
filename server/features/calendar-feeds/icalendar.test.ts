import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { anyCharacter } from '../../testing/any-character.ts';
import { component, line, textLine, timeLine } from './icalendar.ts';

/** Parsed by ical.js: lines unfolded, text unescaped. */
function read(lines: string[]): ICAL.Component {
  return new ICAL.Component(ICAL.parse(component('VEVENT', lines)));
}

describe('iCalendar', () => {
  it('ends every line with CRLF, the last one too', () => {
    assert.equal(component('VEVENT', [line('A', 'b')]), 'BEGIN:VEVENT\r\nA:b\r\nEND:VEVENT\r\n');
  });

  it('escapes special characters and line breaks, and drops other control characters', () => {
    assert.equal(textLine('NOTE', 'a\\b;c,d:"e"\tf'), 'NOTE:a\\\\b\\;c\\,d:"e"\tf\r\n');
    assert.equal(textLine('NOTE', 'a\r\nb\nc\rd'), 'NOTE:a\\nb\\nc\\nd\r\n');
    assert.equal(textLine('NOTE', 'a\u0000\u0007\u007fb'), 'NOTE:ab\r\n');
  });

  it('leaves out a line without text', () => {
    for (const empty of [null, undefined, '']) assert.equal(textLine('NOTE', empty), '');
  });

  it('writes a time in UTC, to the second', () => {
    assert.equal(
      timeLine('DTSTART', '2027-03-02T09:00:00.750-08:00'),
      'DTSTART:20270302T170000Z\r\n',
    );
  });

  it('folds at 75 octets and not before', () => {
    assert.equal(line('NOTE', 'x'.repeat(70)), `NOTE:${'x'.repeat(70)}\r\n`);
    assert.equal(line('NOTE', 'x'.repeat(71)), `NOTE:${'x'.repeat(70)}\r\n x\r\n`);
    const long = line('NOTE', 'x'.repeat(300)).split('\r\n');
    assert.deepEqual(
      long.map(({ length }) => length),
      [75, 75, 75, 75, 9, 0],
    );
  });

  it('reads back any text, from lines of at most 75 octets of whole characters', () => {
    const word = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.constantFrom(
        '👩‍🔧',
        'é',
        'e\u0301',
        'לחץ',
        'مرحبا',
        '漢字',
        '\\n',
        '\n',
        '\r\n',
        ' ',
        ';',
        ',',
        'BEGIN:VEVENT',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const text = words.join('').replaceAll(/(?![\t\r\n])\p{Cc}/gu, '');
        const written = textLine('DESCRIPTION', text);
        const octets = Buffer.from(written);
        for (const part of splitLines(octets)) {
          assert(part.length <= 75, `${part.length} octets`);
          new TextDecoder('utf-8', { fatal: true }).decode(part);
        }
        const expected = text.replaceAll(/\r\n?/g, '\n');
        assert.equal(read([written]).getFirstPropertyValue('description') ?? '', expected);
      }),
      { numRuns: 500 },
    );
  });
});

function splitLines(octets: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < octets.length; ) {
    const end = octets.indexOf('\r\n', from);
    assert.notEqual(end, -1, 'a line does not end');
    lines.push(octets.subarray(from, end));
    from = end + 2;
  }
  return lines;
}
