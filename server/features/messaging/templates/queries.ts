import { toPublicId } from '../../../domain/ids.ts';
import { table } from '../../../platform/database/table.ts';
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

export const templateResource = {
  insert: templates.insert,
  save: templates.update,
  show: toTemplate,
};

export const {
  find: findTemplate,
  findOrNull: findTemplateOrNull,
  lock: lockTemplate,
} = templates.byKey('template');

export const listTemplateRows = templates.newestFirst();
