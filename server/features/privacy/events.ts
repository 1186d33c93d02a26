import { eventTypeFor } from '../../platform/events/event.ts';
import { Erasure, Retention, RetentionSummary } from './schemas.ts';

const erasureEvent = eventTypeFor(Erasure, 'privacy:read');
const retentionEvent = eventTypeFor(Retention, 'privacy:read');
const retentionSummaryEvent = eventTypeFor(RetentionSummary, 'privacy:read');

export const personErasureRequested = erasureEvent(
  'person.erasure_requested',
  'The erasure of a person was requested. No new records of the person are accepted.',
  'Erasure of the person requested',
);
/** Written by the database function that erases. */
export const personErased = erasureEvent(
  'person.erased',
  'All values of a person were replaced by marks. The data contains only ids and counts. Erase the person in your own systems, too.',
  'Person erased',
);
export const retentionUpdated = retentionEvent(
  'retention.updated',
  'The retention settings were updated.',
  'Retention settings updated',
);
export const retentionApplied = retentionSummaryEvent(
  'retention.applied',
  'Values that were older than the retention settings allow were replaced by marks.',
  (counts) =>
    `Values expired: ${counts.transcripts} transcripts, ${counts.messages} messages, ${counts.deliveries} deliveries, ${counts.raw_payloads} raw payloads`,
);
