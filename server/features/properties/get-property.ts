import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findProperty, toProperty } from './queries.ts';
import { Property } from './schemas.ts';

export const getProperty = read({
  id: 'getProperty',
  path: '/v1/properties/{id}',
  tag: 'Properties',
  resource: 'property',
  scopes: ['customers:read', 'customers:own'],
  summary: 'Get a property',
  description: 'Returns the place with its address and how to get in.',
  responses: returns(Property, 'The property.'),
  run: showById(findProperty, toProperty),
});
