import { eventTypeFor } from '../../../platform/events/event.ts';
import { Organization } from '../../organizations/index.ts';
import { Service } from './schemas.ts';

const organizationEvent = eventTypeFor(Organization, 'organization:read');
const serviceEvent = eventTypeFor(Service, 'organization:read');

export const sendingPaused = organizationEvent(
  'organization.sending_paused',
  'The organization’s texts and emails wait from now on.',
  'Sending paused',
);
export const sendingResumed = organizationEvent(
  'organization.sending_resumed',
  'The organization’s texts and emails are sent again.',
  'Sending resumed',
);
export const serviceSendingPaused = serviceEvent(
  'service.sending_paused',
  'The operator paused sending for every organization. Only in the log of the operator’s organization.',
  'Sending of the whole service paused',
);
export const serviceSendingResumed = serviceEvent(
  'service.sending_resumed',
  'The operator resumed sending. Only in the log of the operator’s organization.',
  'Sending of the whole service resumed',
);
