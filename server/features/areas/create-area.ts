import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { changedArea, checkArea } from './area-body.ts';
import { areaCreated } from './events.ts';
import { areaResource } from './queries.ts';
import { Area, CreateAreaBody } from './schemas.ts';

export const createArea = mutation({
  id: 'createArea',
  method: 'POST',
  path: '/v1/areas',
  tag: 'Services',
  resource: 'area',
  scopes: ['services:write'],
  summary: 'Create an area',
  description:
    'Defines where you work, and who works there. The most specific area counts: an exact postal code, the longest beginning, a polygon, a circle; of equal ones, the oldest. Without areas, you serve everywhere.',
  body: CreateAreaBody,
  responses: creates(Area, 'The new area.'),
  check: checkArea,
  async run(tx, { body }) {
    const row = await changedArea(
      tx,
      { ...EMPTY, name: body.name, created_at: tx.now, updated_at: tx.now, area_id: newUuid() },
      body,
    );
    return { status: 201, body: createResource(tx, areaResource, row, areaCreated) };
  },
});

const EMPTY = {
  postal_codes: [],
  circle: null,
  polygon: null,
  user_ids: [],
  team_ids: [],
  active: true,
};
