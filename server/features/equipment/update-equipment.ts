import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findProperty } from '../properties/index.ts';
import { changedEquipment, checkEquipment, type FindJobs } from './equipment-body.ts';
import { equipmentUpdated } from './events.ts';
import { equipmentOn, lockEquipment, todayOf } from './queries.ts';
import { Equipment, UpdateEquipmentBody } from './schemas.ts';

export const updateEquipment = (findJobs: FindJobs) =>
  mutation({
    id: 'updateEquipment',
    method: 'PATCH',
    path: '/v1/equipment/{id}',
    tag: 'Properties',
    resource: 'equipment',
    scopes: ['customers:write'],
    summary: 'Update equipment',
    description: 'Changes the fields you send. A machine stays in its property.',
    body: UpdateEquipmentBody,
    responses: returns(Equipment, 'The updated machine.'),
    problems: ['person_erased'],
    check: checkEquipment,
    async run(tx, { params, body }) {
      const before = await lockEquipment(tx, params.id);
      const [{ lead_id }, today] = await Promise.all([
        findProperty(tx, before.property_id),
        todayOf(tx),
      ]);
      const after = await changedEquipment(tx, before, lead_id, body, findJobs);
      const shown = updateResource(tx, equipmentOn(today), before, after, equipmentUpdated);
      return { status: 200, body: shown };
    },
  });
