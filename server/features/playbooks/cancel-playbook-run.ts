import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { CancelRunBody } from './run-body-schemas.ts';
import { playbookRunCanceled } from './run-events.ts';
import { PlaybookRun } from './run-schemas.ts';
import { changeRun, endedAs } from './runtime/change-run.ts';
import { lockRun, toRun } from './runtime/queries.ts';
import { isEnded } from './runtime/run.ts';
import { endOpenSteps } from './runtime/step-queries.ts';

export const cancelPlaybookRun = mutation({
  id: 'cancelPlaybookRun',
  method: 'POST',
  path: '/v1/playbook-runs/{id}/cancel',
  tag: 'Playbooks',
  resource: 'run',
  scopes: ['playbooks:write'],
  summary: 'Cancel a run',
  description:
    'Cancels a run that has not ended. Completed steps are not undone; no further steps are executed. Canceling again changes nothing.',
  body: CancelRunBody,
  isBodyOptional: true,
  responses: returns(PlaybookRun, 'The canceled run.'),
  problems: ['run_over'],
  effect: 'destructive',
  async run(tx, { params, body }) {
    const run = await lockRun(tx, params.id);
    if (run.status === 'canceled') return { status: 200, body: toRun(run) };
    if (isEnded(run.status)) {
      throw conflict(
        'run_over',
        `This run is already ${run.status}. Only a queued, running or waiting run can be canceled.`,
      );
    }
    const { hasUnknown } = await endOpenSteps(tx, run.run_id, 'canceled');
    const canceled = endedAs(run, tx.now, {
      status: 'canceled',
      reason: body.reason?.trim() || null,
      has_unknown: run.has_unknown || hasUnknown,
    });
    return { status: 200, body: changeRun(tx, canceled, playbookRunCanceled) };
  },
});
