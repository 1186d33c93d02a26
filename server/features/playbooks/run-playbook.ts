import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { assertMeetsNeeds, effectsOf, readsOf } from './needs.ts';
import { findPlaybook } from './queries.ts';
import { assertNeedsNoTarget, requestErrors } from './requested-run.ts';
import { RunPlaybookBody } from './run-body-schemas.ts';
import { DryRun, PlaybookRun } from './run-schemas.ts';
import { dryRun } from './runtime/dry-run.ts';
import { currentSeq } from './runtime/queries.ts';
import { findSubject } from './runtime/subjects.ts';
import { requestedRun, startRun } from './start-requested.ts';

export const runPlaybook = mutation({
  id: 'runPlaybook',
  method: 'POST',
  path: '/v1/playbooks/{id}/run',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:write'],
  summary: 'Run a playbook',
  description:
    'Starts a run of the playbook’s newest version for the given lead, customer, job, appointment, invoice or lifecycle number, whether or not the playbook is enabled. A manual playbook whose steps need none of these runs without a body. The run continues in the background; follow it with GET /v1/playbook-runs/{id}. You need the scopes of everything that the playbook reads and does; for a dry run, of what it reads. With `dry_run`, nothing is executed: the response is the full trace of what would happen with the current data, with waits skipped.',
  body: RunPlaybookBody,
  ignoresEmpty: true,
  isBodyOptional: true,
  responses: {
    200: { description: 'What would happen, for `dry_run`.', body: DryRun },
    202: { description: 'The run, queued to start.', body: PlaybookRun },
  },
  problems: [
    ...['lead_deleted', 'playbook_archived', 'source_ref_taken', 'evaluation_busy'],
    'person_erased',
  ],
  effect: 'external',
  undo: 'cancelPlaybookRun',
  check: (body) => ({ errors: requestErrors(body) }),
  refusals: {
    leads_source_ref_unique: () =>
      conflict(
        'source_ref_taken',
        'A step of the playbook would give this lead the same source and source_ref as another lead. Change the update_lead step.',
      ),
  },
  async run(tx, { params, body, caller, eventTypes }) {
    const [playbook, subject, seq] = await Promise.all([
      findPlaybook(tx, params.id),
      findSubject(tx, body),
      currentSeq(tx),
    ]);
    if (playbook.archived_at !== null) throw archived();
    if (subject.lead_id === null) assertNeedsNoTarget(playbook.definition);
    const effects = body.dry_run ? [] : effectsOf(playbook.definition);
    const needs = [
      ...(await readsOf(playbook.definition, eventTypes, tx.organizationId)),
      ...effects,
    ];
    assertMeetsNeeds(caller, needs, 'other');
    const run = requestedRun(tx, playbook, subject, { input: body.input ?? {}, seq });
    if (body.dry_run) return { status: 200, body: await dryRun(tx, run, playbook.definition) };
    return { status: 202, body: await startRun(tx, run) };
  },
});

function archived() {
  return conflict(
    'playbook_archived',
    'This playbook is archived. Restore it first with PATCH /v1/playbooks/{id} and "archived": false.',
  );
}
