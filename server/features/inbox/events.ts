import { eventTypeFor } from '../../platform/events/event.ts';
import { InboxItem } from './schemas.ts';

const inboxItemEvent = eventTypeFor(InboxItem, 'leads:read');

export const inboxItemUpdated = inboxItemEvent(
  'inbox_item.updated',
  'An item of the inbox was marked as done or snoozed, or brought back.',
  ({ done_at, snoozed_until }) => {
    if (done_at !== null) return 'Marked as done in the inbox';
    return snoozed_until === null ? 'Back in the inbox' : `Snoozed until ${snoozed_until}`;
  },
);
