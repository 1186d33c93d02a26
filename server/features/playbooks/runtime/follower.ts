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
  async handleEvents(tx, events) {
    await stopAndResume(tx, events);
    await startRuns(tx, events);
  },
};
