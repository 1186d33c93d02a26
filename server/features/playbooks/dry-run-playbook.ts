import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { checkPlaybook } from './check-playbook.ts';
import { assertMeetsNeeds, readsOf } from './needs.ts';
import { assertReferences } from './references.ts';
import { assertNeedsNoTarget, requestErrors } from './requested-run.ts';
import { DryRunPlaybookBody } from './run-body-schemas.ts';
import { DryRun } from './run-schemas.ts';
import { dryRun } from './runtime/dry-run.ts';
import { currentSeq } from './runtime/queries.ts';
import { findSubject } from './runtime/subjects.ts';
import { toDefinition } from './schemas.ts';
import { requestedRun } from './start-requested.ts';

const UNSAVED = {
  key: null,
  name: 'Unsaved',
  description: null,
  enabled: false,
  archived_at: null,
};

export const dryRunPlaybook = read({
  id: 'dryRunPlaybook',
  method: 'POST',
  path: '/v1/playbooks/dry-run',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:write'],
  summary: 'Dry run of a playbook that is not saved',
  description:
    'Shows what a playbook would do with the current data: the trace of a dry run, as with `dry_run` of a saved playbook. The definition is checked as if it were saved. You need the scopes of what it reads. Nothing is sent, changed or stored.',
  body: DryRunPlaybookBody,
  responses: returns(DryRun, 'What would happen.'),
  problems: ['lead_deleted', 'evaluation_busy', 'person_erased'],
  isRehearsal: true,
  async run(tx, { body, caller, eventTypes }) {
    const { errors } = await checkPlaybook(body, caller, eventTypes);
    errors.push(...requestErrors(body));
    if (errors.length > 0) throw validationFailed(errors);
    const definition = toDefinition(body);
    assertMeetsNeeds(
      caller,
      await readsOf(definition, eventTypes, tx.organizationId),
      'definition',
    );
    await assertReferences(tx, definition);
    const [subject, seq] = await Promise.all([findSubject(tx, body), currentSeq(tx)]);
    if (subject.lead_id === null) assertNeedsNoTarget(definition);
    const at = { created_at: tx.now, updated_at: tx.now };
    const playbook = { ...UNSAVED, ...at, playbook_id: newUuid(), version: 1, definition };
    const run = requestedRun(tx, playbook, subject, { input: body.input ?? {}, seq });
    return { ...(await dryRun(tx, run, definition)), playbook_id: null, version: null };
  },
});
