import { eventType } from '../../platform/events/event.ts';
import { PlaybookState } from './schemas.ts';

export const playbookCreated = eventType(
  'playbook.created',
  'A playbook was written.',
  PlaybookState,
  (playbook) => `Playbook ${playbook.name} written`,
);
export const playbookUpdated = eventType(
  'playbook.updated',
  'A playbook changed, was switched on or off, or put away: see `previous`.',
  PlaybookState,
  (playbook) => `Playbook ${playbook.name} changed`,
);
