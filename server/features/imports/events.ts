import { eventTypeFor } from '../../platform/events/event.ts';
import { Import } from './schemas.ts';

const importEvent = eventTypeFor(Import, 'leads:read');

export const importStarted = importEvent(
  'import.started',
  'A file of leads was received. Its rows are now captured, one after another.',
  'Import started',
);
export const importCompleted = importEvent(
  'import.completed',
  'All rows of an import were processed.',
  (done) => `Import completed: ${done.accepted} of ${done.total} rows accepted`,
);
export const importFailed = importEvent(
  'import.failed',
  'An import failed before all rows were processed; `failure` says why. Rows accepted before the failure stay.',
  (failed) => `Import failed: ${failed.failure}`,
);
