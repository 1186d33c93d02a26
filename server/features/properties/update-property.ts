import { updateResource } from '../../platform/events/change-resource.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { readBillTo } from './bill-to.ts';
import { propertyUpdated } from './events.ts';
import { checkProperty, storedAddress } from './property.ts';
import { lockProperty, type PropertyRow, propertyResource } from './queries.ts';
import { Property, UpdatePropertyBody } from './schemas.ts';

export const updateProperty = mutation({
  id: 'updateProperty',
  method: 'PATCH',
  path: '/v1/properties/{id}',
  tag: 'Properties',
  resource: 'property',
  scopes: ['customers:write'],
  summary: 'Update a property',
  description:
    'Changes the fields you send. Another address without `coordinates` clears those of the old one.',
  body: UpdatePropertyBody,
  responses: returns(Property, 'The updated property.'),
  problems: ['person_erased'],
  check: (body) => ({ errors: checkProperty(body) }),
  async run(tx, { params, body }) {
    const before = await lockProperty(tx, params.id);
    const after = {
      ...before,
      ...movedTo(before, body),
      access_notes: body.access_notes === undefined ? before.access_notes : body.access_notes,
      bill_to_customer_id:
        body.bill_to_customer_id === undefined
          ? before.bill_to_customer_id
          : await readBillTo(tx, body.bill_to_customer_id),
      tax_rate: body.tax_rate === undefined ? before.tax_rate : body.tax_rate,
    };
    const shown = updateResource(tx, propertyResource, before, after, propertyUpdated);
    return { status: 200, body: shown };
  },
});

function movedTo(
  before: PropertyRow,
  { address: sent, coordinates }: UpdatePropertyBody,
): Pick<PropertyRow, 'address' | 'coordinates'> {
  const address = sent === undefined ? before.address : storedAddress(sent);
  const isSame = Object.keys(changedFields(before.address, address)).length === 0;
  const known = isSame ? before.coordinates : null;
  return {
    address: isSame ? before.address : address,
    coordinates: coordinates === undefined ? known : coordinates,
  };
}
