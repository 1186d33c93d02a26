import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import {
  findPropertyOrNull,
  isSamePerson,
  notUsable,
  ofOtherPerson,
  readPropertyOf,
} from '../properties/index.ts';
import { type EquipmentRow, findEquipmentOrNull } from './queries.ts';

/** The machine that a record of this lead names; null if it names none. */
async function readEquipmentOf(
  tx: Tx,
  publicId: string | null | undefined,
  leadId: string,
): Promise<EquipmentRow | null> {
  if (publicId === null || publicId === undefined || publicId === '') return null;
  const machine = await findEquipmentOrNull(tx, toUuid('equipment', publicId));
  const property = machine && (await findPropertyOrNull(tx, machine.property_id));
  if (property === null) throw notUsable('equipment_id', 'unknown_equipment', 'machine');
  if (await isSamePerson(tx, property.lead_id, leadId)) return machine;
  throw ofOtherPerson('equipment_id', 'machine');
}

/** The same for a record of a job, which is in the place of the job if that has one. */
export async function readEquipmentOfJob(
  tx: Tx,
  publicId: string | null | undefined,
  job: { lead_id: string; property_id: string | null },
): Promise<EquipmentRow | null> {
  const machine = await readEquipmentOf(tx, publicId, job.lead_id);
  if (machine === null || job.property_id === null) return machine;
  if (machine.property_id === job.property_id) return machine;
  throw inOtherProperty('Send one of the property that the job is in, or none.');
}

interface Named {
  property_id: string | null;
  equipment_id: string | null;
}

/** Where a job is and what it is about. A machine says where it is, so the place can be left out. */
export async function readPlaceOf(
  tx: Tx,
  sent: { property_id?: string | null; equipment_id?: string | null },
  leadId: string,
  before: Named = { property_id: null, equipment_id: null },
): Promise<Named> {
  if (sent.property_id === undefined && sent.equipment_id === undefined) {
    const { property_id, equipment_id } = before;
    return { property_id, equipment_id };
  }
  const [property, machine] = await Promise.all([
    readPropertyOf(tx, sent.property_id, leadId),
    sent.equipment_id === undefined
      ? findEquipmentOrNull(tx, before.equipment_id)
      : readEquipmentOf(tx, sent.equipment_id, leadId),
  ]);
  const property_id =
    sent.property_id === undefined
      ? (machine?.property_id ?? before.property_id)
      : (property?.property_id ?? null);
  if (machine !== null && machine.property_id !== property_id) {
    throw inOtherProperty('Send the property that it is in, or neither.');
  }
  return { property_id, equipment_id: machine?.equipment_id ?? null };
}

function inOtherProperty(next: string) {
  const detail = `The machine is in another property. ${next}`;
  return validationFailed([{ pointer: '/equipment_id', code: 'other_property', detail }]);
}
