import { isDeepStrictEqual } from 'node:util';
import { textAsSent } from '../../domain/text.ts';
import { conflict } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { checkPlaybook } from './check-playbook.ts';
import type { Definition } from './definition.ts';
import { playbookUpdated } from './events.ts';
import { beginToFollowEvents } from './follow.ts';
import { onePlaybook } from './in-flight.ts';
import {
  insertVersion,
  lockPlaybook,
  type PlaybookRow,
  savePlaybook,
  toPlaybookState,
} from './queries.ts';
import { assertReferences } from './references.ts';
import { Playbook, UpdatePlaybookBody } from './schemas.ts';

const PLAYBOOK = { save: savePlaybook, show: toPlaybookState };

export const updatePlaybook = mutation({
  id: 'updatePlaybook',
  method: 'PATCH',
  path: '/v1/playbooks/{id}',
  tag: 'Playbooks',
  resource: 'playbook',
  scopes: ['playbooks:write'],
  problems: ['playbook_archived', 'playbook_changed'],
  params: { id: 'playbook' },
  summary: 'Change a playbook, or switch it on or off',
  description:
    'Changes the fields that are sent. Another `trigger`, `stop_on`, `steps` or `concurrency` makes a new version, by which runs go from now on; runs under way go on by the version they began with, and `in_flight` says how many there are. `enabled: false` begins no more runs and ends none. A playbook is never deleted: `archived: true` puts it away.',
  body: UpdatePlaybookBody,
  answers: { 200: { description: 'The playbook after the change.', body: Playbook } },
  check: checkPlaybook,
  async run(tx, { params, body }) {
    const before = await lockPlaybook(tx, params.id);
    if (body.version !== undefined && body.version !== before.version) {
      throw conflict(
        'playbook_changed',
        `The playbook is at version ${before.version} by now. Read it again, and send your change with that version.`,
        { version: before.version },
      );
    }
    const definition = changedDefinition(before.definition, body);
    const isNewVersion = !isDeepStrictEqual(definition, before.definition);
    if (isNewVersion) await assertReferences(tx, definition);
    const after: PlaybookRow = {
      ...before,
      ...switched(before, body, tx.now),
      name: body.name?.trim() ?? before.name,
      description:
        body.description === undefined ? before.description : textAsSent(body.description),
      version: isNewVersion ? before.version + 1 : before.version,
      definition,
    };
    if (isDeepStrictEqual(before, after)) {
      return { status: 200, body: await onePlaybook(tx, before) };
    }
    if (isNewVersion) insertVersion(tx, after);
    changeResource(tx, PLAYBOOK, before, after, playbookUpdated);
    if (after.enabled) beginToFollowEvents(tx, definition);
    return { status: 200, body: await onePlaybook(tx, { ...after, updated_at: tx.now }) };
  },
});

type Change = Partial<Omit<Definition, 'concurrency'>> & { concurrency?: number | null };

function changedDefinition(before: Definition, body: Change): Definition {
  const concurrency = body.concurrency === undefined ? before.concurrency : body.concurrency;
  return {
    trigger: body.trigger ?? before.trigger,
    stop_on: body.stop_on ?? before.stop_on,
    steps: body.steps ?? before.steps,
    ...(concurrency != null && { concurrency }),
  };
}

/** What is put away is off, and comes back off. */
function switched(
  before: PlaybookRow,
  { enabled, archived }: { enabled?: boolean; archived?: boolean },
  now: Date,
): Pick<PlaybookRow, 'enabled' | 'archived_at'> {
  const isArchived = archived ?? before.archived_at !== null;
  if (!isArchived) return { enabled: enabled ?? before.enabled, archived_at: null };
  if (enabled) {
    throw conflict(
      'playbook_archived',
      'A playbook that is put away is off. Send archived: false along with enabled: true to take it up again.',
    );
  }
  return { enabled: false, archived_at: before.archived_at ?? now };
}
