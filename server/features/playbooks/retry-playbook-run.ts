import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { playbookRunRetried } from './run-events.ts';
import { PlaybookRun } from './run-schemas.ts';
import { changeRun, queuedAgain } from './runtime/change-run.ts';
import { lockRun } from './runtime/queries.ts';

export const retryPlaybookRun = mutation({
  id: 'retryPlaybookRun',
  method: 'POST',
  path: '/v1/playbook-runs/{id}/retry',
  tag: 'Playbooks',
  resource: 'run',
  scopes: ['playbooks:write'],
  problems: ['run_not_failed'],
  params: { id: 'run' },
  summary: 'Retry a failed run',
  description:
    'Lets a failed run go on at the step that failed, under the same key and by the same version. What it did before is not done again.',
  answers: { 200: { description: 'The run, about to go on.', body: PlaybookRun } },
  async run(tx, { params }) {
    const run = await lockRun(tx, params.id);
    if (run.status !== 'failed') {
      const detail = `This run is ${run.status}; only a failed one can be retried.`;
      throw conflict('run_not_failed', detail);
    }
    const again = { ...queuedAgain(run, tx.now), error: null };
    return { status: 200, body: changeRun(tx, again, playbookRunRetried) };
  },
});
