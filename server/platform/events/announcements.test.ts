import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { newUuid } from '../ids.ts';
import { type Announced, Announcements } from './announcements.ts';

describe('the announcement of an organization with new events', () => {
  const service = sharedService();
  let here: Announcements;
  let there: Announcements;
  let heardHere: Announced[];
  let heardThere: Announced[];

  beforeEach(async () => {
    [heardHere, heardThere] = [[], []];
    here = await start((announced) => heardHere.push(...announced));
    there = await start((announced) => heardThere.push(...announced));
  });
  afterEach(() => Promise.all([here.stop(), there.stop()]));

  async function start(announced: (announced: readonly Announced[]) => void) {
    const announcements = new Announcements(service.connection);
    await announcements.start();
    announcements.listen({ announced, reconnected() {} });
    return announcements;
  }
  const by = (...followers: string[]): Announced => ({ organizationId: newUuid(), followers });

  it('is heard in the same process immediately, and only once', async () => {
    const [first, answer] = [by('webhooks'), by()];
    here.announce([first]);
    assert.deepEqual(heardHere, [first]);
    await eventually(() => heardThere.length === 1);
    // What PostgreSQL sent for the first arrives before this.
    there.announce([answer]);
    await eventually(() => heardHere.length > 1);
    assert.deepEqual(heardHere, [first, answer]);
  });

  it('reaches other processes with the names of all followers, although there is a pause between them', async () => {
    const [first, second] = [by('webhooks'), by('playbooks')];
    here.announce([first]);
    here.announce([second]);
    here.announce([{ ...second, followers: ['webhooks'] }]);
    await eventually(() => heardThere.length === 2);
    assert.deepEqual(heardThere, [first, { ...second, followers: ['playbooks', 'webhooks'] }]);
  });

  it('reaches other processes for more organizations than fit in one notification', async () => {
    const many = Array.from({ length: 300 }, () => by('follow-ups', 'playbooks', 'webhooks'));
    here.announce(many);
    await eventually(() => heardThere.length === many.length);
    assert.deepEqual(heardThere, many);
  });
});
