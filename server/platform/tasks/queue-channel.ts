import { createHash } from 'node:crypto';

const SCHEMA = 'pgboss';

/** The channel that pg-boss listens on for its default schema; the payload is the name of the queue. */
export const QUEUE_CHANNEL = `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`;
