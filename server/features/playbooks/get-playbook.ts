import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showPlaybook } from './in-flight.ts';
import { findPlaybook } from './queries.ts';
import { Playbook } from './schemas.ts';

export const getPlaybook = read({
  id: 'getPlaybook',
  path: '/v1/playbooks/{id}',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:read'],
  summary: 'Get a playbook',
  description:
    'Returns the newest version of a playbook and the number of its runs that have not ended.',
  responses: returns(Playbook, 'The playbook.'),
  async run(tx, { params }) {
    return showPlaybook(tx, await findPlaybook(tx, params.id));
  },
});
