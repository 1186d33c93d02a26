import { toUuid } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { compile } from './compile.ts';
import type { Definition } from './definition.ts';
import { unknownSecrets } from './secret-references.ts';
import { kindOf } from './steps/index.ts';

/** The users, teams, templates and secrets that a definition uses must exist when it is saved. */

type Kind = 'user' | 'team' | 'template';

interface Reference {
  kind: Kind;
  id: string;
  pointer: string;
  /** The channel that a template must have. */
  channel?: string;
}

const FIELDS: Record<string, Kind> = {
  user_id: 'user',
  assigned_to: 'user',
  team_id: 'team',
  template: 'template',
};

/** Throws the errors that need the database or the current time; `validate.ts` has found all others before. */
export async function assertReferences(
  tx: Tx,
  definition: Pick<Definition, 'steps'>,
): Promise<void> {
  const references = referencesOf(definition);
  const found = references.length > 0 ? await findAll(tx, references) : new Set<string>();
  const errors = [
    ...references.filter((reference) => !found.has(nameOf(reference))).map(unknownReference),
    ...errorsAtSave(definition, tx.now),
    ...(await unknownSecrets(tx, requestsOf(definition))),
  ];
  if (errors.length > 0) throw validationFailed(errors);
}

function referencesOf(definition: Pick<Definition, 'steps'>): Reference[] {
  return compile(definition).flatMap(({ step, pointer }) => {
    const given: unknown = 'with' in step ? step.with : undefined;
    if (!isObject(given)) return [];
    return Object.entries(FIELDS).flatMap(([field, kind]) => {
      const id = given[field];
      if (typeof id !== 'string') return [];
      const reference = { kind, id, pointer: `${pointer}/with/${field}` };
      return [kind === 'template' ? { ...reference, channel: String(given.channel) } : reference];
    });
  });
}

/** The options of the steps that send a request: only there, a secret can be used. */
function requestsOf(definition: Pick<Definition, 'steps'>): { given: unknown; pointer: string }[] {
  return compile(definition).flatMap(({ step, pointer }) =>
    step.do === 'http_request' ? [{ given: step.with, pointer: `${pointer}/with` }] : [],
  );
}

const selectReferences = statement(
  'select_references_of_playbook',
  `select 'user ' || user_id as name from users
     where organization_id = $1 and user_id = any ($2) and active
   union all
   select 'team ' || team_id from teams where organization_id = $1 and team_id = any ($3) and active
   union all
   select 'template ' || template_id || ' ' || channel from templates
     where organization_id = $1 and template_id = any ($4)`,
);

async function findAll(tx: Tx, references: readonly Reference[]): Promise<ReadonlySet<string>> {
  const ids = (kind: Kind) =>
    references
      .filter((reference) => reference.kind === kind)
      .flatMap(({ id }) => toUuid(kind, id) ?? []);
  const values = [tx.organizationId, ids('user'), ids('team'), ids('template')];
  const rows = await tx.query<{ name: string }>(selectReferences, values);
  return new Set(rows.map(({ name }) => name));
}

/** A malformed id has no UUID, so its name is never found. */
function nameOf({ kind, id, channel }: Reference): string {
  return [kind, toUuid(kind, id), ...(channel === undefined ? [] : [channel])].join(' ');
}

function unknownReference({ kind, pointer, channel }: Reference): FieldError {
  const resource = {
    user: 'an active user',
    team: 'an active team',
    template: `a template for ${channel === 'sms' ? 'texts' : 'emails'}`,
  }[kind];
  const detail = `The value must be the id of ${resource} in your organization. GET /v1/${kind}s lists them.`;
  return { pointer, code: `unknown_${kind}`, detail };
}

/** Errors that depend on the current time, such as a wait until a date that is too far ahead. */
function errorsAtSave(definition: Pick<Definition, 'steps'>, now: Date): FieldError[] {
  return compile(definition).flatMap(
    ({ step, pointer }) => kindOf(step).checkAtSave?.(step, pointer, now) ?? [],
  );
}
