import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { firstUuidAt, newUuid, toPublicId, toUuid } from './ids.ts';

describe('ids', () => {
  it('are encoded and decoded like in the TypeID library', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const publicId = toPublicId('lead', uuid);
        assert.equal(publicId, TypeID.fromUUID('lead', uuid).toString());
        assert.equal(toUuid('lead', publicId), uuid);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are decoded only if the library decodes them and they are in canonical form', () => {
    const almost = fc.stringMatching(/^lead_[0-9a-z]{25,27}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), almost), (text) => {
        let known: string | null = null;
        try {
          known = TypeID.fromString(text, 'lead').toUUID();
        } catch {
          // Not an id.
        }
        const uuid = toUuid('lead', text);
        if (known !== null) assert.equal(uuid, known);
        // The library also wants the bits of a UUID's version, which do not matter for what is unknown.
        else if (uuid !== null) assert.equal(toPublicId('lead', uuid), text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('with one prefix are not accepted as another', () => {
    assert.equal(toUuid('user', toPublicId('lead', newUuid())), null);
  });

  it('sort in creation order, even many in one millisecond', () => {
    const fixed = new Date('2027-03-01T15:00:00Z');
    for (const make of [() => newUuid(), () => newUuid(fixed)]) {
      const created = Array.from({ length: 10_000 }, make);
      assert.deepEqual(created, created.toSorted());
      assert.equal(new Set(created).size, created.length);
    }
  });

  it('sort in creation order after the clock was set back by a second', () => {
    const ahead = newUuid(new Date('2027-03-01T16:00:01Z'));
    const fixed = new Date('2027-03-01T16:00:00Z');
    const created = [ahead, ...Array.from({ length: 10_000 }, () => newUuid(fixed))];
    assert.deepEqual(created, created.toSorted());
  });

  it('are UUIDs of version 7 that contain the given time', () => {
    const at = new Date('2031-07-01T00:00:00.123Z');
    const uuid = newUuid(at);
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16), at.getTime());
    assert(firstUuidAt(at) < uuid);
    assert(firstUuidAt(new Date(at.getTime() + 1)) > uuid);
  });
});
