import { eventTypeFor } from '../../platform/events/event.ts';
import { Team } from './schemas.ts';

const eventType = eventTypeFor('teams:read');

export const teamCreated = eventType(
  'team.created',
  'A team was created.',
  Team,
  (team) => `Team ${team.name} created`,
);
export const teamUpdated = eventType(
  'team.updated',
  'The name or the members of a team changed, or the team was activated or deactivated. `previous` holds the values before.',
  Team,
  (team) => `Team ${team.name} updated`,
);
