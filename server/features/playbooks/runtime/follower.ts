import { deferEvents } from '../../../platform/events/deferred-events.ts';
import type { EventFollower } from '../../../platform/events/follow-log.ts';
import { PLAYBOOKS_FOLLOWER } from '../follow.ts';
import { startRuns } from './start-runs.ts';
import { stopAndResume } from './stop-and-resume.ts';

/**
 * What events mean for playbooks. Those that begin here are stopped by later events of the same batch when they
 * are first taken up, since every run looks at the log before it does anything.
 */
export const playbookFollower: EventFollower = {
  name: PLAYBOOKS_FOLLOWER,
  actor: { type: 'system', id: null, name: 'automation' },
  async deal(tx, events) {
    const deferred = deferEvents(tx);
    await stopAndResume(deferred.tx, events);
    await startRuns(deferred.tx, events);
    await deferred.flush();
  },
};
