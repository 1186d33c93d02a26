import { eventTypeAbout } from '../../platform/events/event.ts';
import { Team } from './schemas.ts';

const teamEvent = eventTypeAbout(Team, ({ name }) => `Team ${name}`, 'teams:read');

export const teamCreated = teamEvent('team.created', 'A team was created.');
export const teamUpdated = teamEvent(
  'team.updated',
  'The name or the members of a team changed, or the team was activated or deactivated. `previous` holds the values before.',
);
