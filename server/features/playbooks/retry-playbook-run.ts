import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertMeetsNeeds, effectsOf, readsOf } from './needs.ts';
import { playbookRunRetried } from './run-events.ts';
import { PlaybookRun } from './run-schemas.ts';
import { changeRun, requeued } from './runtime/change-run.ts';
import { lockRun } from './runtime/queries.ts';
import { findVersion } from './runtime/versions.ts';

export const retryPlaybookRun = mutation({
  id: 'retryPlaybookRun',
  method: 'POST',
  path: '/v1/playbook-runs/{id}/retry',
  tag: 'Playbooks',
  resource: 'run',
  scopes: ['playbooks:write'],
  summary: 'Retry a failed playbook run',
  description:
    'Continues a failed run at the step that failed, with the same key and the same playbook version. Completed steps are not repeated.',
  responses: returns(PlaybookRun, 'The run, queued to continue.'),
  problems: ['run_not_failed'],
  effect: 'external',
  async run(tx, { params, caller, eventTypes }) {
    const run = await lockRun(tx, params.id);
    if (run.status !== 'failed') {
      const detail = `This run is ${run.status}. Only a failed run can be retried.`;
      throw conflict('run_not_failed', detail);
    }
    const { definition } = await findVersion(tx, run);
    const needs = [
      ...(await readsOf(definition, eventTypes, tx.organizationId)),
      ...effectsOf(definition),
    ];
    assertMeetsNeeds(caller, needs, 'other');
    const retried = { ...requeued(run, tx.now), error: null };
    return { status: 200, body: changeRun(tx, retried, playbookRunRetried) };
  },
});
