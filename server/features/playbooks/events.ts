import { eventTypeFor } from '../../platform/events/event.ts';
import { PlaybookState } from './schemas.ts';

const eventType = eventTypeFor('playbooks:read');

export const playbookCreated = eventType(
  'playbook.created',
  'A playbook was created.',
  PlaybookState,
  (playbook) => `Playbook “${playbook.name}” created`,
);
export const playbookUpdated = eventType(
  'playbook.updated',
  'A playbook was changed, enabled, disabled, archived or restored: see `previous`.',
  PlaybookState,
  (playbook) => `Playbook “${playbook.name}” changed`,
);
