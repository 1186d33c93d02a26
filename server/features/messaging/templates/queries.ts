import { toPublicId } from '../../../domain/ids.ts';
import type { Purpose } from '../../../domain/purpose.ts';
import { table } from '../../../platform/database/table.ts';
import type { Template } from './schemas.ts';
import type { Translations } from './translations.ts';

export interface TemplateRow {
  template_id: string;
  name: string;
  channel: Template['channel'];
  subject: string | null;
  body: string;
  translations: Translations;
  purpose: Purpose | null;
  created_at: Date;
  updated_at: Date;
}

const templates = table<TemplateRow>('templates', {
  template_id: 'key',
  name: 'value',
  channel: 'fixed',
  subject: 'value',
  body: 'value',
  translations: 'json',
  purpose: 'value',
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
    translations: row.translations,
    purpose: row.purpose,
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
