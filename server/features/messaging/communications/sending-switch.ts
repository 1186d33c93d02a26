import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type CommunicationRow, saveCommunication } from './queries.ts';

/** The switches that stop all sending: one of the organization, one of the whole service. */

interface Switches {
  organization_paused: boolean;
  service_paused: boolean;
}

const selectSwitches = statement(
  'select_sending_switches',
  `select o.sending_paused_at is not null as organization_paused,
          s.sending_paused_at is not null as service_paused
   from organizations o cross join service_settings s
   where o.organization_id = $1`,
);
const lockSwitches = statement('lock_sending_switches', `${selectSwitches.text} for share`);

export async function isSendingPaused(tx: Tx): Promise<boolean> {
  return (await readSwitches(tx, selectSwitches)) !== null;
}

const DETAILS = {
  organization: 'Sending is paused for the organization. The message is sent when it is resumed.',
  service: 'The operator has paused sending. The message is sent when it is resumed.',
};

/**
 * Makes a message wait if sending is paused. The switch is locked before the message is saved: the request that resumes
 * sending waits for that, and then finds the message. Normally nothing is locked.
 */
export async function waitIfPaused(tx: Tx, row: CommunicationRow): Promise<boolean> {
  if ((await readSwitches(tx, selectSwitches)) === null) return false;
  const pausedBy = await readSwitches(tx, lockSwitches);
  if (pausedBy === null) return false;
  saveCommunication(tx, {
    ...row,
    status: 'queued',
    status_reason: 'sending_paused',
    status_detail: DETAILS[pausedBy],
    updated_at: tx.now,
  });
  return true;
}

async function readSwitches(
  tx: Tx,
  select: typeof selectSwitches,
): Promise<keyof typeof DETAILS | null> {
  const [row] = await tx.query<Switches>(select, [tx.organizationId]);
  if (row?.service_paused) return 'service';
  return row?.organization_paused ? 'organization' : null;
}
