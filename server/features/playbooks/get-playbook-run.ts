import { read } from '../../platform/http/operation.ts';
import { PlaybookRunWithSteps } from './run-schemas.ts';
import { findRun, toRun } from './runtime/queries.ts';
import { listSteps, toStep } from './runtime/step-queries.ts';

export const getPlaybookRun = read({
  id: 'getPlaybookRun',
  path: '/v1/playbook-runs/{id}',
  tag: 'Playbooks',
  resource: 'run',
  scopes: ['playbooks:read'],
  params: { id: 'run' },
  summary: 'Read a run',
  description:
    'The run with its trace: of every step what went in, what came out, how long it took, and what went wrong.',
  answers: { 200: { description: 'The run.', body: PlaybookRunWithSteps } },
  async run(tx, { params }) {
    const [row, steps] = await Promise.all([findRun(tx, params.id), listSteps(tx, params.id)]);
    return { ...toRun(row), steps: steps.map((step) => toStep(row.run_id, step)) };
  },
});
