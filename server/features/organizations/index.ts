export { assertOwner } from './assert-owner.ts';
export { readAssignee, unknownAssignee, unknownUser } from './assignee.ts';
export { bootstrap } from './bootstrap.ts';
export {
  createOrganization,
  insertNewOrganization,
  type NewOrganizationDefault,
} from './create-organization.ts';
export { createOrganizationToken } from './create-organization-token.ts';
export { assertEveryScope, createToken } from './create-token.ts';
export { createUser } from './create-user.ts';
export * as organizationEvents from './events.ts';
export { findCaller } from './find-caller.ts';
export { getMe } from './get-me.ts';
export { getOrganization } from './get-organization.ts';
export { getQuotas } from './get-quotas.ts';
export { getToken } from './get-token.ts';
export { getUser } from './get-user.ts';
export { inside } from './inside.ts';
export { listTokens } from './list-tokens.ts';
export { listUsers } from './list-users.ts';
export {
  timeZoneAndCountryErrors,
  timeZoneErrors,
  timeZoneName,
} from './organization.ts';
export {
  findOrganization,
  lockOrganization,
  type OrganizationRow,
  organizationResource,
} from './organization-queries.ts';
export { Organization } from './organization-schemas.ts';
export { Preferences } from './preferences-schemas.ts';
export { revokeToken } from './revoke-token.ts';
export {
  type ComingVisits,
  type StrandVisits,
  strandedVisits,
  withStranded,
} from './stranded-visit.ts';
export { resumeOrganization, suspendOrganization } from './suspend-organization.ts';
export { textCountries } from './text-limits.ts';
export { insertToken } from './token-queries.ts';
export { updateMe } from './update-me.ts';
export { updateOrganization } from './update-organization.ts';
export { updatePreferences } from './update-preferences.ts';
export { updateQuotas } from './update-quotas.ts';
export { updateUser } from './update-user.ts';
export {
  activeUsersAmong,
  findUser,
  isActiveUser,
  lockUser,
  takesVisits,
  toUser,
} from './user-queries.ts';
export { User } from './user-schemas.ts';
export { ownWorkingHours, WorkingHoursSchema, workingHoursErrors } from './working-hours-schema.ts';
