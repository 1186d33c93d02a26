import Type from 'typebox';
import { brandErrors } from '../../domain/brand.ts';
import { CURRENCY_FORM, currencyErrors } from '../../domain/currencies.ts';
import { languageField } from '../../domain/languages.ts';
import {
  nullableCoordinates,
  nullableLocation,
  nullableStartLocation,
} from '../../domain/location.ts';
import { Area } from '../areas/index.ts';
import { BookingPage } from '../booking-pages/index.ts';
import { EstimateOption } from '../estimates/index.ts';
import { Form } from '../forms/index.ts';
import { InvoiceLine } from '../invoices/index.ts';
import { Attribution, DuplicateMatch, Metadata } from '../leads/index.ts';
import { Template } from '../messaging/index.ts';
import {
  ownWorkingHours,
  Preferences,
  timeZoneAndCountryErrors,
  timeZoneErrors,
  WorkingHoursSchema,
  workingHoursErrors,
} from '../organizations/index.ts';
import { definitionFields } from '../playbooks/index.ts';
import { PropertyAddress } from '../properties/index.ts';
import { Service } from '../services/index.ts';
import { Source } from '../sources/index.ts';
import { type ExportedTable, exportedTable } from './exported-table.ts';
import * as rule from './row-rules.ts';

const SEARCH = { search_text: 'computed again from the other columns' };
const CONTACT = { ...SEARCH, erasure_id: 'of an erasure, which is not exported' };
const CLAIM = 'belongs to the worker that has it at the moment';

const settings = {
  name: Type.String({ pattern: '\\S', maxLength: 200 }),
  time_zone: Type.String(),
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  currency: Type.String({ pattern: CURRENCY_FORM }),
  qualification_policy: Type.String({ maxLength: 10_000 }),
  working_hours: WorkingHoursSchema,
  minimum_notice_minutes: Type.Integer(),
  buffer_minutes: Type.Integer(),
  step_minutes: Type.Integer(),
  horizon_days: Type.Integer(),
  arrival_window_minutes: rule.nullableOf(Type.Integer()),
  travel_speed_kmh: rule.nullableOf(Type.Number()),
  travel_base_minutes: rule.nullableOf(Type.Integer()),
  arrival_window_aligned: Type.Boolean(),
  quiet_allowed_from: Type.String(),
  quiet_allowed_until: Type.String(),
  text_countries: rule.nullableOf(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }))),
  texts_per_hour: Type.Integer(),
  texts_per_day: Type.Integer(),
  texts_per_number_per_hour: Type.Integer(),
  texts_per_number_per_day: Type.Integer(),
  phone: rule.shortText,
  address: rule.shortText,
  tax_id: rule.shortText,
  logo_file_id: rule.nullableOf(Type.String({ format: 'uuid' })),
  language: languageField,
  messages_per_person_per_day: Type.Integer(),
  customer_changes_allowed: Type.Boolean(),
  customer_changes_until_hours: Type.Integer(),
  payment_instructions: rule.shortText,
  brand_color: rule.nullableOf(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
};

/** The settings of the organization, only those listed. It exists before a restore, which changes them. */
export const ORGANIZATION: ExportedTable = exportedTable('organization', 'organizations', {
  key: [],
  row: `(select jsonb_object_agg(c.key, c.value) from jsonb_each(to_jsonb(t)) as c
    where c.key = any ('{${Object.keys(settings)}}'))`,
  withheld: {
    created_at: 'when the organization was created here',
    updated_at: 'changes with the restore',
    sending_paused_at: 'the switch of the organization here',
    suspended_at: 'the decision of the operator here',
    is_demo: 'whether the organization is a demo here',
  },
  columns: settings,
  // A policy that cannot be evaluated leaves leads to a person, so it needs no check here.
  check: (data) => [
    ...timeZoneAndCountryErrors(data),
    ...currencyErrors('/currency', data.currency),
    ...workingHoursErrors(data),
  ],
});

/** Before the users, whose avatars they are. Uploads that were not received as a whole stay. */
const FILES = [
  exportedTable('file', 'files', {
    key: ['file_id'],
    where: "t.status = 'stored'",
    withheld: {
      idempotency_key: 'of a request to this service',
      request_hash: 'of such a request',
    },
    columns: { status: Type.Literal('stored'), name: Type.String({ maxLength: 2_000 }) },
  }),
  exportedTable('file_chunk', 'file_chunks', {
    key: ['file_id', 'chunk'],
    where: `exists (select from files f where f.organization_id = $1 and f.file_id = t.file_id
      and f.status = 'stored')`,
    columns: { bytes: Type.String({ pattern: '^\\\\x[0-9a-f]*$' }) },
  }),
];

const PEOPLE = [
  exportedTable('user', 'users', {
    key: ['user_id'],
    withheld: { account_id: 'how the user signs in to this service' },
    columns: {
      name: rule.shortText,
      working_hours: ownWorkingHours,
      start_location: nullableStartLocation,
    },
    check: (data) => [...timeZoneErrors(data), ...workingHoursErrors(data)],
  }),
  exportedTable('user_preferences', 'user_preferences', {
    key: ['user_id'],
    columns: { saved_views: Preferences.properties.saved_views },
  }),
  exportedTable('team', 'teams', { key: ['team_id'] }),
  exportedTable('team_member', 'team_members', { key: ['team_id', 'user_id'] }),
  exportedTable('team_turn', 'team_turns', { key: ['team_id'] }),
  exportedTable('time_off', 'time_off', { key: ['time_off_id'] }),
  exportedTable('service', 'services', {
    key: ['code'],
    columns: {
      names: Service.properties.names,
      skills: Service.properties.skills,
      price_hint: Service.properties.price_hint,
      deposit: Service.properties.deposit,
      questions: Service.properties.questions,
    },
  }),
  exportedTable('area', 'areas', {
    key: ['area_id'],
    columns: {
      postal_codes: Area.properties.postal_codes,
      circle: Area.properties.circle,
      polygon: Area.properties.polygon,
    },
  }),
  exportedTable('capacity_rule', 'capacity_rules', { key: ['capacity_rule_id'] }),
  exportedTable('capacity_count', 'capacity_counts', { key: ['capacity_rule_id', 'counted_on'] }),
  exportedTable('price_item', 'price_items', {
    key: ['code'],
    columns: { name: rule.shortText, unit: rule.shortText },
    check: rule.currency('currency'),
  }),
];

const SETTINGS = [
  exportedTable('template', 'templates', {
    key: ['template_id'],
    columns: { translations: Template.properties.translations },
  }),
  exportedTable('channel', 'channels', {
    key: ['channel_id'],
    withheld: {
      channel_key: 'a secret in the address of the gateway; a restored channel gets a new one',
      sealed_secret: 'a secret',
      base_url: 'the address of this service',
    },
    columns: { active: Type.Boolean(), settings: rule.object },
    check: (data) => rule.webAddress('url')(settingsOf(data)),
  }),
  exportedTable('form', 'forms', {
    key: ['form_id'],
    withheld: { form_key: 'the address of its page here; a restored form gets a new one' },
    columns: { services: Form.properties.services, consent: Form.properties.consent },
    check: rule.webAddress('redirect_url'),
  }),
  exportedTable('source', 'sources', {
    key: ['source_id'],
    withheld: {
      source_key: 'the address that leads are sent to; a restored source gets a new one',
      sealed_secret: 'secrets',
    },
    columns: {
      active: Type.Boolean(),
      mapping: Source.properties.mapping,
      verification: rule.object,
    },
  }),
  exportedTable('spend', 'spend', { key: ['source', 'spent_on'] }),
  exportedTable('booking_page', 'booking_pages', {
    key: ['booking_page_id'],
    withheld: { page_key: 'its address here; a restored page gets a new one' },
    columns: {
      services: BookingPage.properties.services,
      brand: BookingPage.properties.brand,
      languages: BookingPage.properties.languages,
    },
    check: (data) => [...rule.webAddress('redirect_url')(data), ...brandErrors(data.brand)],
  }),
  exportedTable('webhook_endpoint', 'webhook_endpoints', {
    key: ['webhook_endpoint_id'],
    withheld: {
      sealed_secret: 'a secret; a restored endpoint gets a new one',
      sealed_previous_secret: 'a secret',
      previous_secret_until: 'of a secret that is not exported',
      from_seq: 'a restored endpoint starts after the restored log',
    },
    columns: {
      enabled: Type.Boolean(),
      disabled_at: rule.anything,
      disabled_reason: rule.anything,
    },
    check: rule.webAddress('url'),
  }),
  exportedTable('playbook', 'playbooks', {
    key: ['playbook_id'],
    columns: { key: rule.shortText, enabled: Type.Boolean() },
  }),
  exportedTable('playbook_version', 'playbook_versions', {
    key: ['playbook_id', 'version'],
    columns: {
      definition: Type.Object(
        {
          ...definitionFields,
          concurrency: Type.Optional(definitionFields.concurrency),
          once_per: Type.Optional(definitionFields.once_per),
        },
        { additionalProperties: false },
      ),
      created_by: rule.actor,
    },
  }),
];

/** Imports that have ended: the file of one that runs is not exported. */
const ENDED = "('completed', 'failed')";
const CONTACTS = [
  exportedTable('import', 'imports', {
    key: ['import_id'],
    where: `t.status in ${ENDED}`,
    withheld: {
      idempotency_key: 'of a request to this service',
      request_hash: 'of such a request',
    },
    columns: { format: rule.object, actor: rule.actor },
  }),
  exportedTable('import_error', 'import_errors', {
    key: ['import_id', 'number'],
    where: `exists (select from imports i where i.organization_id = $1 and i.import_id = t.import_id
      and i.status in ${ENDED})`,
  }),
  exportedTable('lead', 'leads', {
    key: ['lead_id'],
    withheld: CONTACT,
    columns: {
      lifecycle_number: rule.lifecycleNumber,
      name: rule.shortText,
      phone: rule.shortText,
      email: rule.shortText,
      address: rule.shortText,
      consent: rule.consent,
      metadata: rule.nullableOf(Metadata),
      attribution: rule.nullableOf(Attribution),
      duplicate_match: rule.nullableOf(DuplicateMatch),
    },
  }),
  exportedTable('source_receipt', 'source_receipts', {
    key: ['receipt_id'],
    columns: {
      outcome: Type.String(),
      fields: rule.object,
      payload: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        pattern: '^\\\\x[0-9a-f]*$',
      }),
    },
  }),
  exportedTable('customer', 'customers', {
    key: ['customer_id'],
    withheld: CONTACT,
    columns: {
      lifecycle_number: rule.lifecycleNumber,
      name: rule.shortText,
      phone: rule.shortText,
      email: rule.shortText,
      address: rule.shortText,
      consent: rule.consent,
    },
  }),
  exportedTable('contact_point', 'contact_points', {
    key: ['contact_id', 'kind', 'value'],
    columns: { value: rule.shortText },
  }),
  exportedTable('lifecycle_activity', 'lifecycle_activity', {
    key: ['lifecycle_number'],
    columns: { lifecycle_number: rule.lifecycleNumber },
  }),
  exportedTable('public_lead', 'public_leads', { key: ['lead_id'] }),
  exportedTable('lead_merge', 'lead_merges', {
    key: ['merge_id'],
    columns: { changes: rule.object },
  }),
];

const WORK = [
  exportedTable('property', 'properties', {
    key: ['property_id'],
    columns: { address: PropertyAddress, coordinates: nullableCoordinates },
  }),
  exportedTable('equipment', 'equipment', { key: ['equipment_id'] }),
  exportedTable('job', 'jobs', {
    key: ['job_id'],
    withheld: SEARCH,
    columns: {
      title: Type.String({ maxLength: 2_000 }),
      customer_id: Type.String({ format: 'uuid' }),
    },
    check: rule.currency('contract_currency'),
  }),
  exportedTable('checklist_item', 'job_checklist_items', { key: ['item_id'] }),
  exportedTable('job_note', 'job_notes', { key: ['note_id'] }),
  exportedTable('job_attachment', 'job_attachments', {
    key: ['attachment_id'],
    check: rule.webAddress('url'),
  }),
  exportedTable('appointment', 'appointments', {
    key: ['appointment_id'],
    columns: { status: Type.String(), location: nullableLocation, hold_expires_at: rule.anything },
  }),
  exportedTable('warranty_claim', 'warranty_claims', { key: ['claim_id'] }),
  exportedTable('invoice', 'invoices', {
    key: ['invoice_id'],
    columns: { number: rule.invoiceNumber, lines: Type.Array(InvoiceLine, { maxItems: 500 }) },
    check: rule.currency('currency'),
  }),
  exportedTable('payment', 'invoice_payments', { key: ['invoice_id', 'payment_id'] }),
  exportedTable('provider_payment', 'provider_payments', {
    key: ['payment_id'],
    columns: {
      status: Type.String(),
      refunds: rule.object,
      disputes: rule.object,
      unrecorded_refunds: Type.Array(Type.Integer(), { maxItems: 1_000 }),
    },
  }),
  exportedTable('estimate', 'estimates', {
    key: ['estimate_id'],
    columns: {
      number: rule.estimateNumber,
      options: Type.Array(Type.Omit(EstimateOption, ['deposit']), { maxItems: 5 }),
      deposit: rule.objectOrNull,
    },
    check: rule.currency('currency'),
  }),
  exportedTable('link', 'links', {
    key: ['link_id'],
    withheld: { key_hash: 'a hash of a key; a restored link opens nothing' },
  }),
  exportedTable('estimate_acceptance', 'estimate_acceptances', {
    key: ['estimate_id'],
    columns: { document: rule.object, actor: rule.actor, signature_image: rule.bytesOrNull },
  }),
];

const MESSAGES_AND_AUTOMATION = [
  exportedTable('communication', 'communications', {
    key: ['communication_id'],
    withheld: { attempt_id: CLAIM },
    columns: { status: Type.String() },
    check: rule.webAddress('recording_url'),
  }),
  exportedTable('opt_out', 'opt_outs', { key: ['opt_out_id'] }),
  exportedTable('playbook_run', 'playbook_runs', {
    key: ['run_id'],
    withheld: { fence: CLAIM, claimable_at: CLAIM, is_held_back: CLAIM, late_at: CLAIM },
    columns: {
      status: Type.String(),
      trigger_seq: rule.seqOrNull,
      event_seq: rule.seqOrNull,
      born_seq: rule.seq,
      waiting_since: rule.seqOrNull,
      started_by: rule.actor,
      input: rule.object,
      resumed_by: rule.objectOrNull,
      error: rule.errorOrNull,
    },
  }),
  exportedTable('playbook_run_step', 'playbook_run_steps', {
    key: ['run_id', 'position'],
    columns: {
      status: Type.String(),
      input: rule.anything,
      output: rule.anything,
      error: rule.errorOrNull,
    },
  }),
  exportedTable('follow_up', 'follow_ups', {
    key: ['follow_up_id'],
    withheld: { claimed_until: CLAIM },
    columns: {
      status: Type.String(),
      channel: Type.String(),
      made_seq: rule.seq,
      created_by: rule.actor,
    },
  }),
];

/** Channels show the addresses that a gateway calls, with their keys. */
const WITHOUT_KEYS = `to_jsonb(t) || case when t.type like 'channel.%' then jsonb_build_object(
    'data', t.data || '{"inbound_url": null, "status_url": null}'::jsonb,
    'previous', t.previous - '{inbound_url,status_url}'::text[]) else '{}'::jsonb end`;

const LOG = [
  exportedTable('event', 'events', {
    key: ['seq'],
    withheld: { logged_at: 'when this service logged it; a restore logs it again' },
    row: WITHOUT_KEYS,
    columns: {
      seq: rule.seq,
      type: rule.eventName,
      lifecycle_number: rule.lifecycleNumberOrNull,
      actor: rule.actor,
      data: rule.object,
      previous: rule.objectOrNull,
    },
  }),
];

/** Every table that is exported, in the order of the file: a row refers only to rows before it, or of its own type. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  ORGANIZATION,
  ...FILES,
  ...PEOPLE,
  ...SETTINGS,
  ...CONTACTS,
  ...WORK,
  ...MESSAGES_AND_AUTOMATION,
  ...LOG,
];

/** Every other table of an organization, with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  appointment_people: 'written again from appointments',
  booking_page_directory: 'keys of booking pages',
  calendar_keys: 'hashes of keys',
  channel_directory: 'keys of channels',
  checkouts: 'pages of a payment provider that close within a day; payments are exported',
  contact_keys: 'computed again from leads, customers and jobs',
  erasure_keys: 'secrets, with which opt-outs of erased people are found',
  erasures: 'what this service has erased; the marks are exported',
  event_cursors: 'where this service is in the log',
  event_log_months: 'when this service logged the events',
  exports: 'permissions to download from this service',
  follow_up_paces: 'how fast this service sends',
  form_challenges: 'what visitors of the forms here have solved',
  form_directory: 'keys of forms',
  source_directory: 'keys of sources',
  idempotency_keys: 'requests to this service',
  import_chunks: 'files that are being processed',
  organization_counters: 'continued after the highest numbers in the file',
  organization_quotas: 'set by the operator of this service',
  payment_provider_directory: 'keys of payment providers',
  payment_providers: 'keys of accounts; connect them again after a restore',
  playbook_signing_secrets: 'secrets',
  provider_events: 'what was reported to this service; the payments are exported',
  replans: 'proposals that expire within half an hour; what they moved is exported',
  restore_chunks: 'files that are being processed',
  restores: 'what this service has restored',
  retention_settings: 'set again after a restore, so that nothing expires before it was seen',
  secrets: 'secrets',
  invitations: 'hashes of keys',
  sign_in_links: 'hashes of keys',
  sessions: 'browsers that are signed in to this service',
  message_documents: 'what emails that this service has sent had attached',
  message_counts: 'what this service has sent in the last days',
  text_counts: 'what this service has sent in the last day',
  token_directory: 'hashes of tokens',
  tokens: 'hashes of tokens',
  travel_times: 'what a routing server said, asked again',
  unsubscribe_keys: 'keys in emails that this service has sent',
  webhook_deliveries: 'what this service has sent; the events are exported',
  webhook_endpoint_health: 'how receivers have responded to this service',
  webhook_replays: 'what this service has sent again',
};

function settingsOf({ settings }: Record<string, unknown>): Record<string, unknown> {
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}
