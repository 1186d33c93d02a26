import type { Distribution } from './platform/database/distribute.ts';

/**
 * Where tables and functions are on a Citus cluster: see docs/operations.md. Everything else follows from the schema.
 * A table with `organization_id` that is not listed here is distributed by it, and a function whose first parameter
 * is `p_organization_id` and that is not listed here runs as a whole on the node of its organization.
 */
export const distribution: Distribution = {
  /** Found by a key before the organization is known, and rarely written: every node has all of their rows. */
  everywhere: [
    'booking_page_directory',
    'calendar_keys',
    'channel_directory',
    'form_directory',
    'payment_provider_directory',
    'source_directory',
    'token_directory',
  ],

  /** Of no organization. */
  onCoordinator: [
    'accounts',
    'atomic_commits',
    'demo_company',
    'passkeys',
    'schema_migrations',
    'service_settings',
    'sign_in_failures',
    'used_challenges',
  ],

  /** Functions of an organization that use accounts or tasks, which are on the coordinator. */
  calledOnCoordinator: [
    'enqueue_task',
    'erase_queued_tasks',
    'failed_tasks',
    'is_account_only_of',
    'park_task',
    'release_parked_tasks',
    'retry_failed_task',
    'set_password_of_only_user',
  ],
};
