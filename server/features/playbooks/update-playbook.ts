import { isDeepStrictEqual } from 'node:util';
import { textAsSent } from '../../domain/text.ts';
import { conflict } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { checkPlaybook } from './check-playbook.ts';
import { DEFAULT_ONCE_PER, type Definition } from './definition.ts';
import { playbookUpdated } from './events.ts';
import { startFollowingEvents } from './follow.ts';
import { showPlaybook } from './in-flight.ts';
import { toLoggedPlaybook } from './logged-playbook.ts';
import { assertMeetsNeeds, effectsOf, readsOf } from './needs.ts';
import { insertVersion, lockPlaybook, type PlaybookRow, savePlaybook } from './queries.ts';
import { assertReferences } from './references.ts';
import { Playbook, UpdatePlaybookBody } from './schemas.ts';

const PLAYBOOK = { save: savePlaybook, show: toLoggedPlaybook };

export const updatePlaybook = mutation({
  id: 'updatePlaybook',
  method: 'PATCH',
  path: '/v1/playbooks/{id}',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:write'],
  summary: 'Update a playbook',
  description:
    'Changes the fields that you send. To change what it does, or to enable it, you need the scopes of everything that it reads and does. Changing `trigger`, `stop_on`, `steps`, `concurrency` or `once_per` creates a new version, which new runs use. Active runs keep the version they started with; `in_flight` is their number. With `enabled: false`, no new runs are started by events, and active runs continue. A playbook cannot be deleted: archive it with `archived: true`.',
  body: UpdatePlaybookBody,
  responses: returns(Playbook, 'The updated playbook.'),
  problems: ['playbook_archived', 'playbook_changed', 'evaluation_busy'],
  check: checkPlaybook,
  async run(tx, { params, body, caller, eventTypes }) {
    const before = await lockPlaybook(tx, params.id);
    if (body.version !== undefined && body.version !== before.version) {
      throw conflict(
        'playbook_changed',
        `The playbook is now at version ${before.version}. Get it again, and send your change with that version.`,
        { version: before.version },
      );
    }
    const definition = changedDefinition(before.definition, body);
    const isNewVersion = !isDeepStrictEqual(definition, before.definition);
    if (isNewVersion || body.enabled) {
      const needs = [
        ...(await readsOf(definition, eventTypes, tx.organizationId)),
        ...effectsOf(definition),
      ];
      assertMeetsNeeds(caller, needs, 'definition');
    }
    if (isNewVersion) await assertReferences(tx, definition);
    const after: PlaybookRow = {
      ...before,
      ...enabledState(before, body, tx.now),
      name: body.name?.trim() ?? before.name,
      description:
        body.description === undefined ? before.description : textAsSent(body.description),
      version: isNewVersion ? before.version + 1 : before.version,
      definition,
    };
    if (isDeepStrictEqual(before, after)) {
      return { status: 200, body: await showPlaybook(tx, before) };
    }
    if (isNewVersion) insertVersion(tx, after);
    changeResource(tx, PLAYBOOK, before, after, playbookUpdated);
    if (after.enabled) startFollowingEvents(tx, definition);
    return { status: 200, body: await showPlaybook(tx, { ...after, updated_at: tx.now }) };
  },
});

type Change = Partial<Omit<Definition, 'concurrency'>> & { concurrency?: number | null };

function changedDefinition(before: Definition, body: Change): Definition {
  const concurrency = body.concurrency === undefined ? before.concurrency : body.concurrency;
  const isDefault = before.once_per === undefined && body.once_per === DEFAULT_ONCE_PER;
  const oncePer = isDefault ? undefined : (body.once_per ?? before.once_per);
  return {
    trigger: body.trigger ?? before.trigger,
    stop_on: body.stop_on ?? before.stop_on,
    steps: body.steps ?? before.steps,
    ...(concurrency != null && { concurrency }),
    // A version from before the field existed stays the same if the default is sent.
    ...(oncePer !== undefined && { once_per: oncePer }),
  };
}

/** An archived playbook is disabled, and stays disabled when it is restored. */
function enabledState(
  before: PlaybookRow,
  { enabled, archived }: { enabled?: boolean; archived?: boolean },
  now: Date,
): Pick<PlaybookRow, 'enabled' | 'archived_at'> {
  const isArchived = archived ?? before.archived_at !== null;
  if (!isArchived) return { enabled: enabled ?? before.enabled, archived_at: null };
  if (enabled) {
    throw conflict(
      'playbook_archived',
      'An archived playbook cannot be enabled. Send archived: false together with enabled: true to restore and enable it.',
    );
  }
  return { enabled: false, archived_at: before.archived_at ?? now };
}
