import { eventTypeFor } from '../../platform/events/event.ts';
import { Import } from './schemas.ts';

const eventType = eventTypeFor('leads:read');

export const importStarted = eventType(
  'import.started',
  'A file of leads was received. Its rows are now captured, one after another.',
  Import,
  () => 'Import started',
);
export const importCompleted = eventType(
  'import.completed',
  'All rows of an import were processed.',
  Import,
  (done) => `Import completed: ${done.accepted} of ${done.total} rows accepted`,
);
export const importFailed = eventType(
  'import.failed',
  'An import failed before all rows were processed; `failure` says why. Rows accepted before the failure stay.',
  Import,
  (failed) => `Import failed: ${failed.failure}`,
);
