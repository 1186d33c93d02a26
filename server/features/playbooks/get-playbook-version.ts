import { read } from '../../platform/http/operation.ts';
import { findVersion, toPlaybookVersion } from './queries.ts';
import { PlaybookVersion } from './schemas.ts';

export const getPlaybookVersion = read({
  id: 'getPlaybookVersion',
  path: '/v1/playbooks/{id}/versions/{version}',
  tag: 'Playbooks',
  resource: 'version of a playbook',
  scopes: ['playbooks:read'],
  params: { id: 'playbook', version: 'version' },
  summary: 'Read a version of a playbook',
  description: 'What the playbook did at that version: what a run that is pinned to it goes by.',
  answers: { 200: { description: 'The version.', body: PlaybookVersion } },
  async run(tx, { params }) {
    return toPlaybookVersion(await findVersion(tx, params.id, Number(params.version)));
  },
});
