import { normalizePhone } from '../../domain/contact.ts';
import { presentText } from '../../domain/text.ts';
import { conflict } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { assertOwner } from './assert-owner.ts';
import { userCreated } from './events.ts';
import { canonicalTimeZone } from './organization.ts';
import { checkUser } from './user.ts';
import { userResource } from './user-queries.ts';
import { CreateUserBody, User } from './user-schemas.ts';
import { normalizeWorkingHours } from './working-hours-schema.ts';

export const createUser = mutation({
  id: 'createUser',
  method: 'POST',
  path: '/v1/users',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:write'],
  summary: 'Create a user',
  description:
    'Creates a user in your organization. The role limits the scopes of tokens that act for the user. A user without their own time zone or working hours has those of the organization. Only an owner creates owners: that needs every scope (`*`).',
  body: CreateUserBody,
  responses: creates(User, 'The new user.'),
  problems: ['email_taken', 'quota_exceeded', 'scope_not_held'],
  check: checkUser,
  refusals: { users_email_unique: emailTaken },
  async run(tx, { body, caller }) {
    if (body.role === 'owner') assertOwner(caller);
    const row = {
      user_id: newUuid(),
      name: body.name.trim(),
      email: body.email,
      role: body.role,
      time_zone: body.time_zone ? canonicalTimeZone(body.time_zone) : null,
      skills: body.skills ?? [],
      working_hours: body.working_hours ? normalizeWorkingHours(body.working_hours) : null,
      takes_visits: body.takes_visits ?? null,
      phone: normalizePhone(presentText(body.phone), caller.country),
      start_location: body.start_location ?? null,
      avatar_file_id: null,
      active: body.active ?? true,
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, userResource, row, userCreated) };
  },
});

export function emailTaken() {
  return conflict(
    'email_taken',
    'Another user of your organization already has this email address. Use another address, or change that user first.',
  );
}
