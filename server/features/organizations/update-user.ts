import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { emailTaken } from './create-user.ts';
import { userUpdated } from './events.ts';
import { canonicalTimeZone } from './organization.ts';
import { type StrandVisits, withStranded } from './stranded-visit.ts';
import { checkUser } from './user.ts';
import { lockUser, userResource } from './user-queries.ts';
import { UpdatedUser, UpdateUserBody } from './user-schemas.ts';
import { normalizeWorkingHours } from './working-hours-schema.ts';

export const updateUser = (strandVisits: StrandVisits) =>
  mutation({
    id: 'updateUser',
    method: 'PATCH',
    path: '/v1/users/{id}',
    tag: 'Users',
    resource: 'user',
    scopes: ['users:write'],
    summary: 'Update a user',
    description:
      'Changes the fields you send. Set the time zone or working hours to null to use those of the organization. A deactivated user keeps their history; their tokens are refused within a second, and their coming appointments are listed in `stranded`, each with an `appointment.stranded` event.',
    body: UpdateUserBody,
    responses: returns(UpdatedUser, 'The updated user.'),
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
      const user = updateResource(tx, userResource, before, after, userUpdated);
      const isDeactivated = before.active && !after.active;
      const stranded = isDeactivated ? await strandVisits(tx, before.user_id, null) : [];
      return { status: 200, body: withStranded(user, stranded) };
    },
  });
