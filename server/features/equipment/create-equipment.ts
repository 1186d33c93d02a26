import { toUuid } from '../../domain/ids.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { findPropertyOrNull, notUsable } from '../properties/index.ts';
import { changedEquipment, checkEquipment, type FindJobs } from './equipment-body.ts';
import { equipmentCreated } from './events.ts';
import { equipmentOn, todayOf } from './queries.ts';
import { CreateEquipmentBody, Equipment } from './schemas.ts';

export const createEquipment = (findJobs: FindJobs) =>
  mutation({
    id: 'createEquipment',
    method: 'POST',
    path: '/v1/equipment',
    tag: 'Properties',
    resource: 'equipment',
    scopes: ['customers:write'],
    summary: 'Create equipment',
    description: 'Adds a machine to a property. Jobs and warranty claims can name it.',
    body: CreateEquipmentBody,
    responses: creates(Equipment, 'The new machine.'),
    problems: ['person_erased'],
    check: checkEquipment,
    async run(tx, { body: { property_id, ...body } }) {
      const [property, today] = await Promise.all([
        findPropertyOrNull(tx, toUuid('property', property_id)),
        todayOf(tx),
      ]);
      if (property === null) throw notUsable('property_id', 'unknown_property', 'property');
      const empty = {
        equipment_id: newUuid(),
        lifecycle_number: property.lifecycle_number,
        property_id: property.property_id,
        kind: body.kind,
        ...NOTHING_KNOWN,
        created_at: tx.now,
        updated_at: tx.now,
      };
      const row = await changedEquipment(tx, empty, property.lead_id, body, findJobs);
      return { status: 201, body: createResource(tx, equipmentOn(today), row, equipmentCreated) };
    },
  });

const NOTHING_KNOWN = {
  make: null,
  model: null,
  serial: null,
  installed_on: null,
  installed_by_job_id: null,
  manufacturer_warranty_ends_on: null,
  labour_warranty_ends_on: null,
};
