import { normalizePhone } from '../../domain/contact.ts';
import { toUuid } from '../../domain/ids.ts';
import { presentText } from '../../domain/text.ts';
import { assertRecentSignIn } from '../../platform/auth/recent-sign-in.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertOwner, changesOwner } from './assert-owner.ts';
import { emailTaken } from './create-user.ts';
import { userUpdated } from './events.ts';
import { canonicalTimeZone } from './organization.ts';
import { type StrandVisits, withStranded } from './stranded-visit.ts';
import { checkUser } from './user.ts';
import { lockUser, userResource } from './user-queries.ts';
import { UpdatedUser, UpdateUserBody } from './user-schemas.ts';
import { normalizeWorkingHours } from './working-hours-schema.ts';

/** Refuses the id of a file that is unknown or not an image. */
type AssertImage = (tx: Tx, fileId: string | null, pointer: string) => Promise<void>;

export const updateUser = (strandVisits: StrandVisits, assertImage: AssertImage) =>
  mutation({
    id: 'updateUser',
    method: 'PATCH',
    path: '/v1/users/{id}',
    tag: 'Users',
    resource: 'user',
    scopes: ['users:write'],
    summary: 'Update a user',
    description:
      'Changes the fields you send. Set the time zone or working hours to null to use those of the organization. A deactivated user keeps their history; their tokens are refused within a second, and their coming appointments are listed in `stranded`, each with an `appointment.stranded` event. In a browser, the role can only be changed in a session of the last 10 minutes. Only an owner makes someone an owner, and changes the role, the address or the activity of one: that needs every scope (`*`).',
    body: UpdateUserBody,
    responses: returns(UpdatedUser, 'The updated user.'),
    problems: ['email_taken', 'file_erased', 'sign_in_again', 'scope_not_held'],
    check: checkUser,
    refusals: { users_email_unique: emailTaken },
    async run(tx, { params, body, caller }) {
      const before = await lockUser(tx, params.id);
      if ((body.role ?? before.role) !== before.role) assertRecentSignIn(caller, tx.now);
      const avatar = body.avatar_file_id && toUuid('file', body.avatar_file_id);
      if (body.avatar_file_id) await assertImage(tx, avatar ?? null, '/avatar_file_id');
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
        takes_visits: body.takes_visits === undefined ? before.takes_visits : body.takes_visits,
        phone:
          body.phone === undefined
            ? before.phone
            : normalizePhone(presentText(body.phone), caller.country),
        start_location:
          body.start_location === undefined ? before.start_location : body.start_location,
        avatar_file_id: avatar === undefined ? before.avatar_file_id : avatar,
        active: body.active ?? before.active,
      };
      if (changesOwner(before, after)) assertOwner(caller);
      const user = updateResource(tx, userResource, before, after, userUpdated);
      const isDeactivated = before.active && !after.active;
      const stranded = isDeactivated ? await strandVisits(tx, before.user_id, null) : [];
      return { status: 200, body: withStranded(user, stranded) };
    },
  });
