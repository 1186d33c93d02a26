import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import { readInstant } from './instants.ts';
import { bodyReader } from './validation.ts';

describe('a time in a request', () => {
  const UTC = '2026-12-05T18:00:00Z';
  const forms: [text: string, read: string | null][] = [
    ['2026-12-05T10:00:00-08:00', '2026-12-05T10:00:00-08:00'],
    ['2026-12-05T18:00:00.123Z', '2026-12-05T18:00:00.123Z'],
    ['2026-12-05T10:00-08:00', UTC],
    ['2026-12-05T10:00-08', UTC],
    ['20261205T100000-0800', UTC],
    ['20261205T10-08', UTC],
    ['2026-12-05 18:00Z', UTC],
    ['2026-12-05t18:00:00z', UTC],
    ['2026-12-05T10:00-08:00[America/Los_Angeles]', UTC],
    // A leap second is the last moment of its minute.
    ['2026-12-31T23:59:60Z', '2026-12-31T23:59:59Z'],
    ['2026-12-05', null],
    ['2026-12-05T10:00', null],
    ['2026-02-29T10:00Z', null],
    ['2026-12-05T25:00Z', null],
    ['tomorrow', null],
    ['', null],
  ];
  for (const [text, read] of forms) {
    it(`${read === null ? 'is refused' : 'is accepted'} as ${JSON.stringify(text)}`, () => {
      assert.equal(readInstant(text), read);
      assert(read === null || !Number.isNaN(Date.parse(read)));
    });
  }

  it('reaches the code in the common form, also deep in a body', () => {
    const time = Type.String({ format: 'date-time' });
    const read = bodyReader(Type.Object({ visits: Type.Array(Type.Object({ starts_at: time })) }));
    const found = read({ visits: [{ starts_at: '20261205T10-08' }] });
    assert.deepEqual(found, { body: { visits: [{ starts_at: UTC }] } });
  });
});
