import { eventTypeAbout, eventTypeFor } from '../../platform/events/event.ts';
import { QuarantineChange } from './receipt-schemas.ts';
import { Source } from './schemas.ts';

const sourceEvent = eventTypeAbout(Source, ({ name }) => `Source ${name}`, 'sources:read');

export const sourceCreated = sourceEvent('source.created', 'A source of leads was created.');
export const sourceUpdated = sourceEvent(
  'source.updated',
  'A source of leads was changed, activated or deactivated; `previous` has the old values.',
);

const quarantineEvent = eventTypeFor(QuarantineChange, 'sources:read');

export const quarantineAdded = quarantineEvent(
  'quarantine.added',
  'Something arrived that could not become a lead. It waits for a person.',
  ({ reason }) => `Put into quarantine: ${reason}`,
);
export const quarantineReleased = quarantineEvent(
  'quarantine.released',
  'A person made a lead of what was in quarantine.',
  'Released from quarantine',
);
export const quarantineDiscarded = quarantineEvent(
  'quarantine.discarded',
  'A person decided that what was in quarantine is no lead.',
  'Discarded from quarantine',
);
