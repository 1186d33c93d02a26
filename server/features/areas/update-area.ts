import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changedArea, checkArea } from './area-body.ts';
import { areaUpdated } from './events.ts';
import { areaResource, lockArea } from './queries.ts';
import { Area, UpdateAreaBody } from './schemas.ts';

export const updateArea = mutation({
  id: 'updateArea',
  method: 'PATCH',
  path: '/v1/areas/{id}',
  tag: 'Services',
  resource: 'area',
  scopes: ['services:write'],
  summary: 'Update an area',
  description:
    'Changes the fields you send. Visits that are booked stay as they are. An area cannot be deleted: `active: false` deactivates it.',
  body: UpdateAreaBody,
  responses: returns(Area, 'The updated area.'),
  check: checkArea,
  async run(tx, { params, body }) {
    const before = await lockArea(tx, params.id);
    const after = await changedArea(tx, before, body);
    return { status: 200, body: updateResource(tx, areaResource, before, after, areaUpdated) };
  },
});
