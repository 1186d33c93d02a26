import { playbookEngine } from '../features/playbooks/index.ts';
import { Announcements } from '../platform/events/announcements.ts';
import { Shards } from '../platform/tasks/shards.ts';
import type { TestService } from './harness.ts';

/** Runs this many engines of playbooks, as separate processes would, until the work is done. */
export async function withPlaybookEngines(
  { connection, taskContext }: TestService,
  count: number,
  work: () => Promise<void>,
): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  for (let n = 0; n < count; n += 1) {
    const announcements = new Announcements(connection);
    await announcements.start();
    const shards = new Shards({ connection, name: 'unused', log: taskContext.log });
    const engine = await playbookEngine.start({ ...taskContext, announcements, shards });
    stops.push(async () => {
      await engine.stop();
      await announcements.stop();
    });
  }
  try {
    await work();
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}
