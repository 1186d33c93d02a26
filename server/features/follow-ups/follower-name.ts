/** Name of the event follower that cancels follow-ups and records the outcome of their messages. */
export const FOLLOWER = 'follow-ups';
