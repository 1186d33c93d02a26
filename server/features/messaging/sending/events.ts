import { eventTypeFor } from '../../../platform/events/event.ts';
import { Organization } from '../../organizations/index.ts';
import { Service } from './schemas.ts';

const eventType = eventTypeFor('organization:read');

export const sendingPaused = eventType(
  'organization.sending_paused',
  'The organization’s texts and emails wait from now on.',
  Organization,
  () => 'Sending paused',
);
export const sendingResumed = eventType(
  'organization.sending_resumed',
  'The organization’s texts and emails are sent again.',
  Organization,
  () => 'Sending resumed',
);
export const serviceSendingPaused = eventType(
  'service.sending_paused',
  'The operator paused sending for every organization. Only in the log of the operator’s organization.',
  Service,
  () => 'Sending of the whole service paused',
);
export const serviceSendingResumed = eventType(
  'service.sending_resumed',
  'The operator resumed sending. Only in the log of the operator’s organization.',
  Service,
  () => 'Sending of the whole service resumed',
);
