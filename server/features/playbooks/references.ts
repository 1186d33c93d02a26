import { toUuid } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { compile } from './compile.ts';
import type { Definition } from './definition.ts';
import { kindOf } from './steps/index.ts';

/** What a definition names must be there when it is saved: users, teams, and templates of the channel. */

type Kind = 'user' | 'team' | 'template';

interface Reference {
  kind: Kind;
  id: string;
  pointer: string;
  /** What a template must be for. */
  channel?: string;
}

const FIELDS: Record<string, Kind> = {
  user_id: 'user',
  assigned_to: 'user',
  team_id: 'team',
  template: 'template',
};

/** Throws what is wrong with it as of now; what needs no database was checked before. */
export async function assertReferences(
  tx: Tx,
  definition: Pick<Definition, 'steps'>,
): Promise<void> {
  const references = referencesOf(definition);
  const there = references.length > 0 ? await findAll(tx, references) : new Set<string>();
  const errors = [
    ...references.filter((reference) => !there.has(wanted(reference))).map(unknown),
    ...wrongAt(definition, tx.now),
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

/** An absent or malformed id is simply not found. */
const selectThere = statement(
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
  const rows = await tx.query<{ name: string }>(selectThere, values);
  return new Set(rows.map(({ name }) => name));
}

function wanted({ kind, id, channel }: Reference): string {
  return [kind, toUuid(kind, id), ...(channel === undefined ? [] : [channel])].join(' ');
}

function unknown({ kind, pointer, channel }: Reference): FieldError {
  const what = {
    user: 'an active user',
    team: 'an active team',
    template: `a template for ${channel === 'sms' ? 'texts' : 'mails'}`,
  }[kind];
  const detail = `It must be the id of ${what} of your organization.`;
  return { pointer, code: `unknown_${kind}`, detail };
}

/** What the steps themselves find wrong at this time. */
function wrongAt(definition: Pick<Definition, 'steps'>, now: Date): FieldError[] {
  return compile(definition).flatMap(
    ({ step, pointer }) => kindOf(step).checkAt?.(step, pointer, now) ?? [],
  );
}
