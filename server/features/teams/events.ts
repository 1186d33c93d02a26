import { eventType } from '../../platform/events/event.ts';
import { Team } from './schemas.ts';

export const teamCreated = eventType(
  'team.created',
  'A team was made.',
  Team,
  (team) => `Team ${team.name} made`,
);
export const teamUpdated = eventType(
  'team.updated',
  'A team changed its name or its members, or was made active or inactive: see `previous`.',
  Team,
  (team) => `Team ${team.name} changed`,
);
