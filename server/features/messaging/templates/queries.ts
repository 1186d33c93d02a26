import { toPublicId } from '../../../domain/ids.ts';
import { rowFinder } from '../../../platform/database/found-row.ts';
import { statement } from '../../../platform/database/statement.ts';
import { table } from '../../../platform/database/table.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { LAST_UUID } from '../../../platform/paging.ts';
import type { Template } from './schemas.ts';

export interface TemplateRow {
  template_id: string;
  name: string;
  channel: Template['channel'];
  subject: string | null;
  body: string;
  created_at: Date;
  updated_at: Date;
}

const templates = table<TemplateRow>('templates', {
  template_id: 'key',
  name: 'value',
  channel: 'fixed',
  subject: 'value',
  body: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});
const COLUMNS = templates.columns;

export const insertTemplate = templates.insert;
export const saveTemplate = templates.update;

export function toTemplate(row: TemplateRow): Template {
  return {
    template_id: toPublicId('template', row.template_id),
    name: row.name,
    channel: row.channel,
    subject: row.subject,
    body: row.body,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const selectOne = statement(
  'select_template',
  `select ${COLUMNS} from templates where organization_id = $1 and template_id = $2`,
);
const selectOneForUpdate = statement(
  'select_template_for_update',
  `${selectOne.text} for no key update`,
);

/** Null for an id that is none. */
export async function findTemplateOrNull(
  tx: Tx,
  templateId: string | null,
): Promise<TemplateRow | null> {
  const [row] = await tx.query<TemplateRow>(selectOne, [tx.organizationId, templateId]);
  return row ?? null;
}

export async function findTemplate(tx: Tx, templateId: string): Promise<TemplateRow> {
  const row = await findTemplateOrNull(tx, templateId);
  if (!row) throw notFound('template');
  return row;
}

export const lockTemplate = rowFinder<TemplateRow>(selectOneForUpdate, 'template');

const selectAll = statement(
  'list_templates',
  `select ${COLUMNS} from templates
   where organization_id = $1 and template_id < $2
   order by template_id desc limit $3`,
);

export function listTemplateRows(
  tx: Tx,
  before: string | null,
  limit: number,
): Promise<TemplateRow[]> {
  return tx.query(selectAll, [tx.organizationId, before ?? LAST_UUID, limit]);
}
