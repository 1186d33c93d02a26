import { textAsSent } from '../../domain/text.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { checkPlaybook } from './check-playbook.ts';
import { playbookCreated } from './events.ts';
import { startFollowingEvents } from './follow.ts';
import { toLoggedPlaybook } from './logged-playbook.ts';
import { assertMeetsNeeds, effectsOf, readsOf } from './needs.ts';
import { insertPlaybook, type PlaybookRow, toPlaybookState } from './queries.ts';
import { assertReferences } from './references.ts';
import { CreatePlaybookBody, Playbook, toDefinition } from './schemas.ts';

export const createPlaybook = mutation({
  id: 'createPlaybook',
  method: 'POST',
  path: '/v1/playbooks',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:write'],
  summary: 'Create a playbook',
  description:
    'Creates a playbook with version 1. Its steps, conditions and texts are checked now, not when it runs. The response reports all errors at once, each with a pointer. You need the scopes of everything that it reads and does. The playbook is disabled unless `enabled` is true.',
  body: CreatePlaybookBody,
  responses: creates(Playbook, 'The playbook.'),
  problems: ['evaluation_busy', 'quota_exceeded'],
  check: checkPlaybook,
  async run(tx, { body, caller, eventTypes }) {
    const definition = toDefinition(body);
    const needs = [
      ...(await readsOf(definition, eventTypes, tx.organizationId)),
      ...effectsOf(definition),
    ];
    assertMeetsNeeds(caller, needs, 'definition');
    await assertReferences(tx, definition);
    const row: PlaybookRow = {
      playbook_id: newUuid(),
      key: null,
      name: body.name.trim(),
      description: textAsSent(body.description),
      enabled: body.enabled ?? false,
      version: 1,
      archived_at: null,
      created_at: tx.now,
      updated_at: tx.now,
      definition,
    };
    insertPlaybook(tx, row);
    if (row.enabled) startFollowingEvents(tx, definition);
    tx.emit(null, pendingEvent(playbookCreated, toLoggedPlaybook(row)));
    return {
      status: 201,
      body: { ...toPlaybookState(row), in_flight: 0, in_flight_by_version: [] },
    };
  },
});
