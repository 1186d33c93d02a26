import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findLink, toLink } from './queries.ts';
import { Link } from './schemas.ts';

export const getLink = read({
  id: 'getLink',
  path: '/v1/links/{id}',
  tag: 'Links',
  resource: 'link',
  scopes: ['links:read'],
  summary: 'Get a link of a customer',
  description: 'Returns what the link opens and until when, without its address.',
  responses: returns(Link, 'The link.'),
  run: showById(findLink, toLink),
});
