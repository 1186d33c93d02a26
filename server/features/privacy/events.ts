import { eventTypeFor } from '../../platform/events/event.ts';
import { Erasure, Retention, RetentionSummary } from './schemas.ts';

const eventType = eventTypeFor('privacy:read');

export const personErasureRequested = eventType(
  'person.erasure_requested',
  'The erasure of a person was requested. No new records of the person are accepted.',
  Erasure,
  () => 'Erasure of the person requested',
);
/** Written by the database function that erases. */
export const personErased = eventType(
  'person.erased',
  'All values of a person were replaced by marks. The data contains only ids and counts. Erase the person in your own systems, too.',
  Erasure,
  () => 'Person erased',
);
export const retentionUpdated = eventType(
  'retention.updated',
  'The retention settings were updated.',
  Retention,
  () => 'Retention settings updated',
);
export const retentionApplied = eventType(
  'retention.applied',
  'Values that were older than the retention settings allow were replaced by marks.',
  RetentionSummary,
  (counts) =>
    `Values expired: ${counts.transcripts} transcripts, ${counts.messages} messages, ${counts.deliveries} deliveries, ${counts.raw_payloads} raw payloads`,
);
