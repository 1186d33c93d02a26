import type { Tx } from '../../platform/database/transaction.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import type { Definition } from './definition.ts';

/** Name of the event follower that starts, stops and resumes runs. */
export const PLAYBOOKS_FOLLOWER = 'playbooks';

/** An organization's event log is followed only once it has an enabled playbook with an event trigger. */
export function startFollowingEvents(tx: Tx, { trigger }: Pick<Definition, 'trigger'>): void {
  if ('event' in trigger) beginToFollow(tx, { name: PLAYBOOKS_FOLLOWER });
}
