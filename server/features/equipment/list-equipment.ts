import { idInput } from '../../domain/reference-fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { leadsOfFilters } from '../properties/index.ts';
import { listEquipmentRows, todayOf, toEquipment } from './queries.ts';
import { Equipment } from './schemas.ts';

export const listEquipment = read({
  id: 'listEquipment',
  path: '/v1/equipment',
  tag: 'Properties',
  resource: 'equipment',
  scopes: ['customers:read', 'customers:own'],
  summary: 'List equipment',
  description:
    'Returns the machines in all properties, newest first, with whether each is still under warranty today.',
  query: listQuery({
    property_id: idInput('property', 'Only machines in this property.'),
    customer_id: idInput('customer', 'Only machines of this customer.'),
  }),
  ignoresEmpty: true,
  responses: pagesOf(Equipment, 'The machines, newest first.'),
  async run(tx, { query }) {
    const [leads, today] = await Promise.all([leadsOfFilters(tx, query), todayOf(tx)]);
    const property = filterById('property', query.property_id);
    const filters = { property, leads, number: null };
    return pageById(
      query,
      'equipment',
      (before, limit) => listEquipmentRows(tx, { filters, statuses: null, before, limit }),
      (row) => toEquipment(row, today),
    );
  },
});
