import { eventTypeFor } from '../../platform/events/event.ts';
import { PlaybookState } from './schemas.ts';

const playbookStateEvent = eventTypeFor(PlaybookState, 'playbooks:read');

export const playbookCreated = playbookStateEvent(
  'playbook.created',
  'A playbook was created.',
  (playbook) => `Playbook “${playbook.name}” created`,
);
export const playbookUpdated = playbookStateEvent(
  'playbook.updated',
  'A playbook was changed, enabled, disabled, archived or restored: see `previous`.',
  (playbook) => `Playbook “${playbook.name}” changed`,
);
