export { createTeam } from './create-team.ts';
export * as teamEvents from './events.ts';
export { getTeam } from './get-team.ts';
export { listTeams } from './list-teams.ts';
export { activeTeamsAmong, findTeam, lockTeam } from './queries.ts';
export { updateTeam } from './update-team.ts';
