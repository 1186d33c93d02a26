import { read } from '../../platform/http/operation.ts';
import { onePlaybook } from './in-flight.ts';
import { findPlaybook } from './queries.ts';
import { Playbook } from './schemas.ts';

export const getPlaybook = read({
  id: 'getPlaybook',
  path: '/v1/playbooks/{id}',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:read'],
  params: { id: 'playbook' },
  summary: 'Read a playbook',
  description: 'A playbook as of its newest version, and how many runs of it have not ended.',
  answers: { 200: { description: 'The playbook.', body: Playbook } },
  async run(tx, { params }) {
    return onePlaybook(tx, await findPlaybook(tx, params.id));
  },
});
