import type { EventFollower } from '../../../platform/events/follow-log.ts';
import { PLAYBOOKS_FOLLOWER } from '../follow.ts';
import { findTriggers, startRuns } from './start-runs.ts';
import { findAwaited, stopAndResume } from './stop-and-resume.ts';

/**
 * Starts, stops and resumes runs by events. A later event of the same batch also stops a run that starts here: every
 * run checks the event log before it does anything.
 */
export const playbookFollower: EventFollower = {
  name: PLAYBOOKS_FOLLOWER,
  actor: { type: 'system', id: null, name: 'automation' },
  async select(tx, heads) {
    const [isTrigger, isAwaited] = await Promise.all([findTriggers(tx), findAwaited(tx, heads)]);
    return heads.filter((head) => isTrigger(head) || isAwaited(head));
  },
  async handleEvents(tx, events) {
    await stopAndResume(tx, events);
    await startRuns(tx, events);
  },
};
