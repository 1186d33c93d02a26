import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertPlaybook } from './queries.ts';
import { READY_PLAYBOOKS } from './ready/index.ts';

const STARTUP: Actor = { type: 'system', id: null, name: 'start-up' };

/** Installs the ready playbooks that the organization lacks, disabled. No events are emitted for them. */
export function installReadyPlaybooks(tx: Tx): void {
  // Inserted in reverse order: lists are newest first, so the first one appears first.
  for (const ready of READY_PLAYBOOKS.toReversed()) {
    insertPlaybook(tx, { ...ready, playbook_id: newUuid(), enabled: false });
  }
}

const lacking = statement(
  'organizations_lacking_playbooks',
  'select organization_id from organizations_lacking_playbooks($1) as organization_id',
);

/** Runs at start-up, for organizations that were created before a ready playbook existed. */
export async function installReadyPlaybooksEverywhere(database: Database): Promise<void> {
  const keys = READY_PLAYBOOKS.map(({ key }) => key);
  const rows = await database.withoutTenant<{ organization_id: string }>(lacking, [keys]);
  for (const { organization_id: organizationId } of rows) {
    await database.transaction({ organizationId, actor: STARTUP }, async (tx) =>
      installReadyPlaybooks(tx),
    );
  }
}
