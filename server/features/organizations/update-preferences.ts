import { toPublicId } from '../../domain/ids.ts';
import type { FieldError } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { isObject } from '../../platform/is-object.ts';
import { preferencesUpdated } from './events.ts';
import { ownUserId } from './own-user.ts';
import {
  findPreferences,
  insertPreferences,
  savePreferences,
  toPreferences,
} from './preferences-queries.ts';
import { MAX_VIEWS, Preferences, UpdatePreferencesBody } from './preferences-schemas.ts';
import { lockUser } from './user-queries.ts';

export const updatePreferences = mutation({
  id: 'updatePreferences',
  method: 'PATCH',
  path: '/v1/me/preferences',
  tag: 'Users',
  resource: 'user',
  scopes: [],
  summary: 'Update your preferences',
  description:
    'Changes how the console looks, such as dark, and the saved views of the user of your token, in every browser; `getMe` returns all of it. The event does not show the values.',
  body: UpdatePreferencesBody,
  responses: returns(Preferences, 'Your preferences after the change.'),
  check: ({ saved_views }) => ({ errors: repeatedNames(saved_views) }),
  async run(tx, { body, caller }) {
    const userId = ownUserId(caller);
    // Two browsers of one user take turns.
    await lockUser(tx, userId);
    const row = await findPreferences(tx, userId);
    const before = toPreferences(row);
    const { saved_views, ...others } = body;
    const views = Object.entries({ ...before.saved_views, ...saved_views });
    const after = {
      ...before,
      ...others,
      saved_views: Object.fromEntries(views.filter(([, list]) => list.length > 0)),
    };
    const changed = Object.keys(changedFields(before, after));
    if (changed.length === 0) return { status: 200, body: before };
    const write = row === null ? insertPreferences : savePreferences;
    write(tx, { ...after, user_id: userId, updated_at: tx.now });
    const change = { user_id: toPublicId('user', userId), changed };
    tx.emit(null, pendingEvent(preferencesUpdated, change));
    return { status: 200, body: after };
  },
});

/** A view is found by its name. */
function repeatedNames(views: unknown): FieldError[] {
  if (!isObject(views)) return [];
  return Object.entries(views).flatMap(([screen, list]) => {
    if (!Array.isArray(list)) return [];
    // The schema refuses a longer list.
    const names = list.slice(0, MAX_VIEWS).map((view) => (isObject(view) ? view.name : view));
    return names.flatMap((name, index): FieldError[] => {
      if (names.indexOf(name) === index) return [];
      const detail = `Another view of ${screen} has the same name. Choose another name.`;
      return [{ pointer: `/saved_views/${screen}/${index}/name`, code: 'repeated', detail }];
    });
  });
}
