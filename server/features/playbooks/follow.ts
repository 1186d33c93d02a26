import type { Tx } from '../../platform/database/transaction.ts';
import { beginToFollow } from '../../platform/events/follow-log.ts';
import type { Definition } from './definition.ts';

/** Who reads the log to begin, stop and resume runs. */
export const PLAYBOOKS_FOLLOWER = 'playbooks';

/** An organization's log is read only once it has a playbook that an event begins. */
export function beginToFollowEvents(tx: Tx, { trigger }: Pick<Definition, 'trigger'>): void {
  if ('event' in trigger) beginToFollow(tx, { name: PLAYBOOKS_FOLLOWER });
}
