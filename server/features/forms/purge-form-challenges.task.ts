import { deleteRows, purgeTask } from '../../platform/tasks/purge-task.ts';

/** A challenge that is too old is refused anyway, used or not. */
export const purgeFormChallenges = purgeTask({
  name: 'purge-form-challenges',
  description: 'Deletes used challenges of forms that are too old to be used again.',
  minute: 29,
  days: 0,
  run: deleteRows('form_challenges', 'expires_at < $2'),
});
