import { createHash } from 'node:crypto';

const SCHEMA = 'pgboss';

/** Where pg-boss announces new tasks in its default schema; the payload is the name of the queue. */
export const QUEUE_CHANNEL = `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`;
