import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { emailTaken } from './create-user.ts';
import { userUpdated } from './events.ts';
import { canonicalTimeZone } from './organization.ts';
import { checkUser } from './user.ts';
import { lockUser, userResource } from './user-queries.ts';
import { UpdateUserBody, User } from './user-schemas.ts';
import { normalizeWorkingHours } from './working-hours-schema.ts';

export const updateUser = mutation({
  id: 'updateUser',
  method: 'PATCH',
  path: '/v1/users/{id}',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:write'],
  summary: 'Update a user',
  description:
    'Changes the fields you send. Set the time zone or working hours to null to use those of the organization. A deactivated user keeps their history; their tokens are refused within a second.',
  body: UpdateUserBody,
  responses: returns(User, 'The updated user.'),
  problems: ['email_taken'],
  check: checkUser,
  refusals: { users_email_unique: emailTaken },
  async run(tx, { params, body }) {
    const before = await lockUser(tx, params.id);
    const after = {
      ...before,
      name: body.name?.trim() ?? before.name,
      email: body.email ?? before.email,
      role: body.role ?? before.role,
      time_zone:
        body.time_zone === undefined
          ? before.time_zone
          : body.time_zone && canonicalTimeZone(body.time_zone),
      skills: body.skills ?? before.skills,
      working_hours:
        body.working_hours === undefined
          ? before.working_hours
          : body.working_hours && normalizeWorkingHours(body.working_hours),
      active: body.active ?? before.active,
    };
    return { status: 200, body: updateResource(tx, userResource, before, after, userUpdated) };
  },
});
