import type { EventFollower } from '../../../platform/events/follow-log.ts';
import { PLAYBOOKS_FOLLOWER } from '../follow.ts';
import { startRuns } from './start-runs.ts';
import { stopAndResume } from './stop-and-resume.ts';

/**
 * Starts, stops and resumes runs by events. A later event of the same batch also stops a run that starts here: every
 * run checks the event log before it does anything.
 */
export const playbookFollower: EventFollower = {
  name: PLAYBOOKS_FOLLOWER,
  actor: { type: 'system', id: null, name: 'automation' },
  async handleEvents(tx, events) {
    await stopAndResume(tx, events);
    await startRuns(tx, events);
  },
};
