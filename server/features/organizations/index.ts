export { readAssignee, unknownAssignee } from './assignee.ts';
export { bootstrap } from './bootstrap.ts';
export {
  createOrganization,
  insertNewOrganization,
  type NewOrganizationDefault,
} from './create-organization.ts';
export { createToken } from './create-token.ts';
export { createUser } from './create-user.ts';
export * as organizationEvents from './events.ts';
export { findCaller } from './find-caller.ts';
export { getOrganization } from './get-organization.ts';
export { getUser } from './get-user.ts';
export { listTokens } from './list-tokens.ts';
export { listUsers } from './list-users.ts';
export {
  qualificationPolicyErrors,
  timeZoneAndCountryErrors,
  timeZoneErrors,
  timeZoneName,
} from './organization.ts';
export { findOrganization } from './organization-queries.ts';
export { revokeToken } from './revoke-token.ts';
export { updateOrganization } from './update-organization.ts';
export { updateUser } from './update-user.ts';
export { activeUsersAmong, isActiveUser, lockUser, toUser } from './user-queries.ts';
export { User } from './user-schemas.ts';
export { ownWorkingHours, WorkingHoursSchema, workingHoursErrors } from './working-hours-schema.ts';
