import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { PlaybookRunWithSteps } from './run-schemas.ts';
import { findRun, toRun } from './runtime/queries.ts';
import { listSteps, toStep } from './runtime/step-queries.ts';

export const getPlaybookRun = read({
  id: 'getPlaybookRun',
  path: '/v1/playbook-runs/{id}',
  tag: 'Playbooks',
  resource: 'run',
  scopes: ['playbooks:read'],
  summary: 'Get a playbook run',
  description:
    'Returns the run with its trace: the input, output, duration and error of each step.',
  responses: returns(PlaybookRunWithSteps, 'The run.'),
  async run(tx, { params }) {
    const [row, steps] = await Promise.all([findRun(tx, params.id), listSteps(tx, params.id)]);
    return { ...toRun(row), steps: steps.map((step) => toStep(row.run_id, step)) };
  },
});
