import { toPublicId } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
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

const COLUMNS = 'template_id, name, channel, subject, body, created_at, updated_at';

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

const insertRow = statement(
  'insert_template',
  `insert into templates (organization_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export function insertTemplate(tx: Tx, row: TemplateRow): void {
  tx.query(insertRow, [
    tx.organizationId,
    row.template_id,
    row.name,
    row.channel,
    row.subject,
    row.body,
    row.created_at,
    row.updated_at,
  ]);
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

export async function lockTemplate(tx: Tx, templateId: string): Promise<TemplateRow> {
  const [row] = await tx.query<TemplateRow>(selectOneForUpdate, [tx.organizationId, templateId]);
  if (!row) throw notFound('template');
  return row;
}

const updateRow = statement(
  'update_template',
  `update templates set name = $3, subject = $4, body = $5, updated_at = $6
   where organization_id = $1 and template_id = $2`,
);

export function saveTemplate(tx: Tx, row: TemplateRow): void {
  tx.query(updateRow, [
    tx.organizationId,
    row.template_id,
    row.name,
    row.subject,
    row.body,
    row.updated_at,
  ]);
}

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
