import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findVersion, toPlaybookVersion } from './queries.ts';
import { PlaybookVersion } from './schemas.ts';

export const getPlaybookVersion = read({
  id: 'getPlaybookVersion',
  path: '/v1/playbooks/{id}/versions/{version}',
  tag: 'Playbooks',
  resource: 'playbook version',
  scopes: ['playbooks:read'],
  params: { id: 'playbook', version: 'version' },
  summary: 'Get a playbook version',
  description:
    'Returns the definition of the playbook at that version. Runs that started with this version use it until they end.',
  responses: returns(PlaybookVersion, 'The version.'),
  async run(tx, { params }) {
    return toPlaybookVersion(await findVersion(tx, params.id, Number(params.version)));
  },
});
