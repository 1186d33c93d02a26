import { toPublicId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { UsableChallenge } from './challenge.ts';
import type { Publisher } from './publisher.ts';
import type { Form, FormConsent, Service } from './schemas.ts';
import { inLanguage } from './shown.ts';
import { embedHtml, formHtml, formUrl } from './snippets.ts';

export interface FormRow {
  form_id: string;
  form_key: string;
  name: string;
  title: string;
  intro: string | null;
  source: string;
  services: Service[];
  consent: FormConsent | null;
  thank_you: string;
  redirect_url: string | null;
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
}

const forms = table<FormRow>('forms', {
  form_id: 'key',
  form_key: 'fixed',
  name: 'value',
  title: 'value',
  intro: 'value',
  source: 'value',
  services: 'json',
  consent: 'json',
  thank_you: 'value',
  redirect_url: 'value',
  enabled: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toForm(row: FormRow, { baseUrl, language }: Publisher): Form {
  const url = formUrl(baseUrl, row.form_key);
  return {
    form_id: toPublicId('form', row.form_id),
    form_key: row.form_key,
    name: row.name,
    title: row.title,
    intro: row.intro,
    source: row.source,
    services: row.services,
    consent: row.consent,
    thank_you: row.thank_you,
    redirect_url: row.redirect_url,
    enabled: row.enabled,
    url,
    embed_html: embedHtml(row, url),
    form_html: formHtml(inLanguage(row, language), language, url),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertDirectoryEntry = statement(
  'insert_form_directory_entry',
  'insert into form_directory (organization_id, form_id, form_key) values ($1, $2, $3)',
);

/** Also inserts the directory entry that leads from the form's key to its organization. */
function insertForm(tx: Tx, row: FormRow): void {
  forms.insert(tx, row);
  tx.query(insertDirectoryEntry, [tx.organizationId, row.form_id, row.form_key]);
}

export function formResource(publisher: Publisher) {
  return {
    insert: insertForm,
    save: forms.update,
    show: (row: FormRow) => toForm(row, publisher),
  };
}

export const { find: findForm, lock: lockForm } = forms.byKey('form');

export const listFormRows = forms.newestFirst();

/** A form as its pages need it, with the organization's settings for new leads. */
export interface PublicForm
  extends Omit<FormRow, 'form_id' | 'enabled' | 'created_at' | 'updated_at'> {
  organization_id: string;
  country: string;
  qualification_policy: string;
  language: Language;
  brand_color: string | null;
}

const selectPublicForm = statement('find_form', 'select * from find_form($1)');

/** Finds the form and its organization by the key. Null if the key is unknown or the form is disabled. */
export async function findPublicForm(
  database: Database,
  formKey: string,
): Promise<PublicForm | null> {
  const values = [formKey];
  const [form] = await database.lookup<Omit<PublicForm, 'form_key'>>(selectPublicForm, values);
  return form ? { ...form, form_key: formKey } : null;
}

const useChallenge = statement(
  'use_form_challenge',
  'select use_form_challenge($1, $2, $3, $4) as is_usable',
);

/** False if the challenge was already used for another request. */
export async function takeChallenge(
  tx: Tx,
  { key, expiresAt }: UsableChallenge,
  contentHash: Buffer,
): Promise<boolean> {
  const values = [tx.organizationId, key, contentHash, expiresAt];
  const [row] = await tx.query<{ is_usable: boolean }>(useChallenge, values);
  return row?.is_usable ?? false;
}
