import { foundRow } from '../../../platform/database/found-row.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { COLUMNS, type CommunicationRow } from '../communications/queries.ts';
import type { Service } from './schemas.ts';

interface ServiceRow {
  sending_paused_at: Date | null;
}

const selectService = statement('select_service', 'select sending_paused_at from service_settings');
const selectServiceForUpdate = statement(
  'select_service_for_update',
  `${selectService.text} for no key update`,
);
/** Also for the start of a process, which belongs to no organization. */
export const pauseService = statement(
  'pause_service',
  'update service_settings set sending_paused_at = $1 where sending_paused_at is null',
);
const resumeService = statement(
  'resume_service',
  'update service_settings set sending_paused_at = null',
);

export function findService(tx: Tx): Promise<ServiceRow> {
  return foundRow(tx.query<ServiceRow>(selectService, []), 'service');
}

export function lockService(tx: Tx): Promise<ServiceRow> {
  return foundRow(tx.query<ServiceRow>(selectServiceForUpdate, []), 'service');
}

export function saveService(tx: Tx, { sending_paused_at }: ServiceRow): void {
  if (sending_paused_at === null) tx.query(resumeService, []);
  else tx.query(pauseService, [sending_paused_at]);
}

export function toService({ sending_paused_at }: ServiceRow): Service {
  return { sending_paused_at: sending_paused_at?.toISOString() ?? null };
}

const lockWaiting = statement(
  'lock_waiting_communications',
  `select ${COLUMNS} from communications
   where organization_id = $1 and status = 'queued' and status_reason = 'sending_paused'
   order by communication_id limit $2
   for no key update skip locked`,
);

/** Messages that wait because sending was paused, oldest first. */
export function lockWaitingMessages(tx: Tx, limit: number): Promise<CommunicationRow[]> {
  return tx.query(lockWaiting, [tx.organizationId, limit]);
}
