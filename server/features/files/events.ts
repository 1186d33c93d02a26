import { eventTypeFor } from '../../platform/events/event.ts';
import { StoredFile } from './schemas.ts';

const fileEvent = eventTypeFor(StoredFile, 'files:read');

export const fileUploaded = fileEvent(
  'file.uploaded',
  'A file was stored.',
  ({ content_type, size_bytes }) => `File stored (${content_type}, ${size_bytes} bytes)`,
);
