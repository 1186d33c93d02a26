import { inEveryOrganization } from '../../platform/database/every-organization.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Task } from '../../platform/tasks/task.ts';

/** A challenge that is too old is refused anyway, used or not. */
export const purgeFormChallenges: Task = {
  name: 'purge-form-challenges',
  description: 'Deletes used challenges of forms that are too old to be used again.',
  retryLimit: 3,
  schedule: '29 * * * *',
  handle: ({ database }) =>
    inEveryOrganization(database, (tx) =>
      tx.query(deleteOldChallenges, [tx.organizationId, tx.now]),
    ),
};

const deleteOldChallenges = statement(
  'delete_old_form_challenges',
  'delete from form_challenges where organization_id = $1 and expires_at < $2',
);
