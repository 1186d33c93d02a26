import { eventTypeFor } from '../../platform/events/event.ts';
import { Export, Restore } from './schemas.ts';

const eventType = eventTypeFor('organization:read');

export const exportRequested = eventType(
  'export.requested',
  'Permission to download all data of the organization was created.',
  Export,
  (one) => `Export requested by ${one.requested_by.name}`,
);
export const exportStarted = eventType(
  'export.started',
  'A download of all data of the organization has started.',
  Export,
  () => 'Download of an export started',
);
export const exportCompleted = eventType(
  'export.completed',
  'A download of all data of the organization was complete.',
  Export,
  () => 'Download of an export completed',
);
export const exportFailed = eventType(
  'export.failed',
  'A download of an export broke off; `failure` says why. A part of the data may have been received.',
  Export,
  (one) => `Download of an export failed: ${one.failure}`,
);
export const restoreStarted = eventType(
  'restore.started',
  'The file of an export was received and checked. It is now written into the organization.',
  Restore,
  () => 'Restore started',
);
export const restoreCompleted = eventType(
  'restore.completed',
  'All lines of a file were restored. Events before this one, and after `restore.started`, come from the file.',
  Restore,
  (done) => `Restore completed: ${done.lines_total} lines`,
);
export const restoreFailed = eventType(
  'restore.failed',
  'A file could not be restored; `failure` says why. Nothing of it was written.',
  Restore,
  (failed) => `Restore failed: ${failed.failure}`,
);
