import type { Tx } from '../../platform/database/transaction.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findEquipment, todayOf, toEquipment } from './queries.ts';
import { EquipmentDetails, type EquipmentHistoryItem } from './schemas.ts';

const MAX_HISTORY = 50;

/** Jobs, claims and visits of a machine, newest first. They are above machines, so they pass this function in. */
export type ReadHistory = (
  tx: Tx,
  equipment: { equipment_id: string; installed_by_job_id: string | null },
  limit: number,
) => Promise<EquipmentHistoryItem[]>;

export const getEquipment = (readHistory: ReadHistory) =>
  read({
    id: 'getEquipment',
    path: '/v1/equipment/{id}',
    tag: 'Properties',
    resource: 'equipment',
    scopes: ['customers:read', 'customers:own'],
    summary: 'Get equipment',
    description: 'Returns the machine, whether it is still under warranty today, and its history.',
    responses: returns(EquipmentDetails, 'The machine.'),
    async run(tx, { params }) {
      const [row, today] = await Promise.all([findEquipment(tx, params.id), todayOf(tx)]);
      return { ...toEquipment(row, today), history: await readHistory(tx, row, MAX_HISTORY) };
    },
  });
