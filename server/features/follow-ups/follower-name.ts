/** How the log knows whoever cancels follow-ups and tells them what became of their messages. */
export const FOLLOWER = 'follow-ups';
