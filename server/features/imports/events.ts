import { eventType } from '../../platform/events/event.ts';
import { Import } from './schemas.ts';

export const importStarted = eventType(
  'import.started',
  'A file of leads was received; its rows are captured one after the other.',
  Import,
  () => 'Import of leads started',
);
export const importCompleted = eventType(
  'import.completed',
  'Every row of a file was looked at.',
  Import,
  (done) => `Import of leads completed: ${done.accepted} of ${done.total} rows accepted`,
);
export const importFailed = eventType(
  'import.failed',
  'A file of leads could not be read to its end; `failure` says why. What was accepted stays.',
  Import,
  (failed) => `Import of leads failed: ${failed.failure}`,
);
