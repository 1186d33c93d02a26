import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { filteredList } from '../../platform/database/filtered-list.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findOrganization } from '../organizations/index.ts';
import { coverageOn, dateIn } from './coverage.ts';
import type { Equipment } from './schemas.ts';

export interface EquipmentRow {
  equipment_id: string;
  lifecycle_number: string;
  property_id: string;
  kind: string;
  make: string | null;
  model: string | null;
  serial: string | null;
  installed_on: string | null;
  installed_by_job_id: string | null;
  /** Last days, such as 2027-03-01. */
  manufacturer_warranty_ends_on: string | null;
  labour_warranty_ends_on: string | null;
  created_at: Date;
  updated_at: Date;
}

const equipment = table<EquipmentRow>('equipment', {
  equipment_id: 'key',
  lifecycle_number: 'fixed',
  property_id: 'fixed',
  kind: 'value',
  make: 'value',
  model: 'value',
  serial: 'value',
  installed_on: 'value',
  installed_by_job_id: 'value',
  manufacturer_warranty_ends_on: 'value',
  labour_warranty_ends_on: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const {
  find: findEquipment,
  findOrNull: findEquipmentOrNull,
  lock: lockEquipment,
} = equipment.byKey('equipment');

/** Today’s date in the organization’s time zone: the coverage of machines depends on it. */
export async function todayOf(tx: Tx): Promise<string> {
  const { time_zone } = await findOrganization(tx);
  return dateIn(time_zone, tx.now);
}

/** The coverage depends on the current day, so it is not stored. */
export function toEquipment(row: EquipmentRow, today: string): Equipment {
  const { kind, make, model, serial, installed_on } = row;
  const warranties = {
    manufacturer_warranty_until: row.manufacturer_warranty_ends_on,
    labour_warranty_until: row.labour_warranty_ends_on,
  };
  return {
    equipment_id: toPublicId('equipment', row.equipment_id),
    lifecycle_number: row.lifecycle_number,
    property_id: toPublicId('property', row.property_id),
    ...{ kind, make, model, serial, installed_on },
    installed_by_job_id: toPublicIdOrNull('job', row.installed_by_job_id),
    ...warranties,
    coverage: coverageOn(today, warranties),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function equipmentOn(today: string) {
  return {
    insert: equipment.insert,
    save: equipment.update,
    show: (row: EquipmentRow) => toEquipment(row, today),
  };
}

/** Filters that are null are not used. */
export const listEquipmentRows = filteredList<EquipmentRow, 'property' | 'leads' | 'number'>({
  name: 'list_equipment',
  select: `${equipment.columnsOf('e')} from equipment e`,
  alias: 'e',
  id: 'equipment_id',
  conditions: {
    property: (id) => `e.property_id = ${id}`,
    leads: (ids) => `exists (
      select from properties p
      where p.organization_id = $1 and p.property_id = e.property_id and p.lead_id = any (${ids}::uuid[]))`,
    number: (number) => `e.lifecycle_number = ${number}`,
  },
});
