import { normalizePhone } from '../../domain/contact.ts';
import { toUuid } from '../../domain/ids.ts';
import { presentText } from '../../domain/text.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { userUpdated } from './events.ts';
import { ownUserId } from './own-user.ts';
import { checkUser } from './user.ts';
import { lockUser, userResource } from './user-queries.ts';
import { UpdateMeBody, User } from './user-schemas.ts';

/** Refuses the id of a file that is unknown, not an image, or that someone else has sent. */
type AssertOwnImage = (
  tx: Tx,
  fileId: string | null,
  pointer: string,
  userId: string,
) => Promise<void>;

export const updateMe = (assertOwnImage: AssertOwnImage) =>
  mutation({
    id: 'updateMe',
    method: 'PATCH',
    path: '/v1/me',
    tag: 'Users',
    resource: 'user',
    scopes: [],
    summary: 'Update yourself',
    description:
      'Changes your own phone number and picture. The picture must be a file that you sent. Everything else of a user needs `updateUser`.',
    body: UpdateMeBody,
    responses: returns(User, 'You, after the change.'),
    problems: ['file_erased'],
    check: checkUser,
    async run(tx, { body, caller }) {
      const userId = ownUserId(caller);
      const before = await lockUser(tx, userId);
      const avatar = body.avatar_file_id && toUuid('file', body.avatar_file_id);
      if (body.avatar_file_id) await assertOwnImage(tx, avatar ?? null, '/avatar_file_id', userId);
      const after = {
        ...before,
        phone:
          body.phone === undefined
            ? before.phone
            : normalizePhone(presentText(body.phone), caller.country),
        avatar_file_id: avatar === undefined ? before.avatar_file_id : avatar,
      };
      return { status: 200, body: updateResource(tx, userResource, before, after, userUpdated) };
    },
  });
