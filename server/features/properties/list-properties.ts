import Type from 'typebox';
import { idInput } from '../../domain/reference-fields.ts';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { leadsOfFilters } from './leads-of-person.ts';
import { postalKey } from './property.ts';
import { listPropertyRows, toProperty } from './queries.ts';
import { Property } from './schemas.ts';

export const listProperties = read({
  id: 'listProperties',
  path: '/v1/properties',
  tag: 'Properties',
  resource: 'property',
  scopes: ['customers:read', 'customers:own'],
  summary: 'List properties',
  description: 'Returns the places of your customers and leads, newest first.',
  query: listQuery({
    customer_id: idInput('customer', 'Only places of this customer, from all of their requests.'),
    lead_id: idInput('lead', 'Only places of this lead, or of one merged with it.'),
    postal_code: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Only places with this postal code.',
        examples: ['97205'],
      }),
    ),
  }),
  ignoresEmpty: true,
  responses: pagesOf(Property, 'The properties, newest first.'),
  async run(tx, { query }) {
    const filters = {
      leads: await leadsOfFilters(tx, query),
      postal: query.postal_code === undefined ? null : postalKey(query.postal_code),
      number: null,
    };
    return pageById(
      query,
      'property',
      (before, limit) => listPropertyRows(tx, { filters, statuses: null, before, limit }),
      toProperty,
    );
  },
});
