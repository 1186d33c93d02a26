import { eventTypeFor } from '../../platform/events/event.ts';
import { Team } from './schemas.ts';

const teamEvent = eventTypeFor(Team, 'teams:read');

export const teamCreated = teamEvent(
  'team.created',
  'A team was created.',
  (team) => `Team ${team.name} created`,
);
export const teamUpdated = teamEvent(
  'team.updated',
  'The name or the members of a team changed, or the team was activated or deactivated. `previous` holds the values before.',
  (team) => `Team ${team.name} updated`,
);
