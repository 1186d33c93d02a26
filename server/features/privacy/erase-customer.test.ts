import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dump, rowsWith } from '../../testing/dump.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { SPELLINGS, startSurroundings, WholePerson } from '../../testing/whole-person.ts';

describe('erasing a customer', () => {
  const service = sharedService({ hasWorker: true });
  const around = shared(() => startSurroundings());
  let person: WholePerson;
  let before: Map<string, string[]>;
  let after: Map<string, string[]>;
  let erased: { counts: Record<string, number> };
  setUp(async () => {
    person = await WholePerson.create(service, await service.newOrganization(), around);
    before = await dump(service.owner);
    erased = await person.erase();
    after = await dump(service.owner);
  });

  it('leaves no trace of the person in a dump of the database', () => {
    for (const value of SPELLINGS) assert.deepEqual(rowsWith(after, value), [], value);
  });
  it('debug', () => {
    console.log(erased.counts);
    for (const value of SPELLINGS)
      console.log(
        value,
        [...new Set(rowsWith(before, value).map((r) => r.split(':')[0]))].join(' '),
      );
  });
});
