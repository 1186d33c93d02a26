import { statement } from '../../platform/database/statement.ts';
import { purgeTask } from '../../platform/tasks/purge-task.ts';

/** A challenge that is too old is refused anyway, used or not. */
export const purgeFormChallenges = purgeTask({
  name: 'purge-form-challenges',
  description: 'Deletes used challenges of forms that are too old to be used again.',
  minute: 29,
  days: 0,
  run: (tx, before) => tx.query(deleteOld, [tx.organizationId, before]),
});

const deleteOld = statement(
  'delete_old_form_challenges',
  'delete from form_challenges where organization_id = $1 and expires_at < $2',
);
