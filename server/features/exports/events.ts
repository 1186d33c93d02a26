import { eventTypeFor } from '../../platform/events/event.ts';
import { Export, Restore } from './schemas.ts';

const exportEvent = eventTypeFor(Export, 'organization:read');
const restoreEvent = eventTypeFor(Restore, 'organization:read');

export const exportRequested = exportEvent(
  'export.requested',
  'Permission to download all data of the organization was created.',
  (one) => `Export requested by ${one.requested_by.name}`,
);
export const exportStarted = exportEvent(
  'export.started',
  'A download of all data of the organization has started.',
  'Download of an export started',
);
export const exportCompleted = exportEvent(
  'export.completed',
  'A download of all data of the organization was complete.',
  'Download of an export completed',
);
export const exportFailed = exportEvent(
  'export.failed',
  'A download of an export broke off; `failure` says why. A part of the data may have been received.',
  (one) => `Download of an export failed: ${one.failure}`,
);
export const restoreStarted = restoreEvent(
  'restore.started',
  'The file of an export was received and checked. It is now written into the organization.',
  'Restore started',
);
export const restoreCompleted = restoreEvent(
  'restore.completed',
  'All lines of a file were restored. Events before this one, and after `restore.started`, come from the file.',
  (done) => `Restore completed: ${done.lines_total} lines`,
);
export const restoreFailed = restoreEvent(
  'restore.failed',
  'A file could not be restored; `failure` says why. Nothing of it was written.',
  (failed) => `Restore failed: ${failed.failure}`,
);
