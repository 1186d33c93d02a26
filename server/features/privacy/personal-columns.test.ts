import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { eventTypes } from '../../routes.ts';
import { sharedService } from '../../testing/fixtures.ts';

/**
 * Every column that can hold a text is listed here. A new column fails the test until someone has decided: either
 * erase_person() replaces it, or it says nothing about a customer.
 */

/** Columns with values of customers. erase-customer.test.ts fills them and searches the dump. */
const PERSONAL: Record<string, string> = {
  appointments: 'cancel_reason location notes review_comment',
  communications:
    'body from_address message_key provider_id recording_url reference status_detail subject to_address',
  contact_keys: '',
  customers: 'address consent email name phone search_text',
  erasures: 'search',
  estimate_acceptances: 'address document signature_image user_agent',
  estimates: 'decline_reason options signature_name terms title',
  events: 'data previous',
  file_chunks: 'bytes',
  files: 'idempotency_key name request_hash',
  follow_ups: 'body creation_key detail note reason subject text',
  idempotency_keys: 'idempotency_key request_hash response',
  import_chunks: 'bytes',
  import_errors: 'detail',
  imports: 'idempotency_key request_hash',
  invoice_payments: 'note reason reference',
  invoices: 'lines notes void_reason',
  job_attachments: 'name url',
  job_checklist_items: 'title',
  job_notes: 'text',
  jobs: 'cancel_reason contract_terms pause_reason search_text title',
  contact_points: 'value',
  equipment: 'make model serial',
  properties: 'access_notes address coordinates normal_postal_code',
  lead_merges: 'changes',
  leads:
    'address attribution consent email metadata name notes phone search_text source source_ref service_needed unqualified_reason lost_reason',
  opt_outs: 'address revoked_source source',
  playbook_run_steps: 'error input output',
  playbook_runs: 'error input reason resumed_by',
  source_receipts: 'delivery_key detail discard_reason fields payload sender_id',
  unsubscribe_keys: 'unsubscribe_key url',
  user_preferences: 'saved_views',
  warranty_claims: 'description resolution',
  webhook_deliveries: 'attempts',
  // Files of another export: deleted as soon as they are written.
  restore_chunks: 'bytes',
  restore_lines: 'line',
};

/** Columns with kinds, numbers and codes of ours, settings of the organization, or names of its users. */
const HARMLESS: Record<string, string> = {
  appointments: 'booked_service lifecycle_number status type',
  calendar_keys: 'key_hash',
  channel_directory: 'channel_key',
  demo_company: 'failure status',
  channels: 'base_url channel_key kind name sealed_secret settings',
  communications: 'channel direction kind lifecycle_number purpose status status_reason',
  customers: 'language lifecycle_number',
  erasure_keys: 'sealed_secret',
  erasures: 'counts lifecycle_numbers phase position requested_by status',
  // The hash of what was erased with the document.
  estimate_acceptances: 'accepted_by actor document_hash lifecycle_number',
  estimates:
    'currency delivery delivery_reason deposit document_hash lifecycle_number number signature_kind status',
  event_cursors: 'follower',
  events: 'actor lifecycle_number type',
  exports: 'counts failure requested_by sha256 status sums',
  // The hash goes with the content.
  files: 'content_type sha256 status',
  follow_ups: 'anchor anchor_offset cancel_on channel created_by lifecycle_number purpose status',
  // Purged after half a day.
  booking_page_directory: 'page_key',
  booking_pages: 'brand languages name page_key redirect_url services source thank_you title',
  form_challenges: 'challenge_key content_hash',
  form_directory: 'form_key',
  forms: 'consent form_key intro name redirect_url services source thank_you title',
  idempotency_keys: 'route sealed_response',
  import_errors: 'code',
  imports: 'actor failure format status',
  invoice_payments: 'method provider provider_payment_id',
  // What customers enter at the provider stays there.
  checkouts: 'currency failure failure_code lifecycle_number return_url session_id status url',
  payment_provider_directory: 'provider_key',
  payment_providers: 'kind mode provider_key sealed_secret status',
  provider_events: 'outcome provider provider_event_id type',
  provider_payments:
    'currency disputes method provider provider_payment_id reason refunds status unrecorded_refunds',
  invoices: 'currency delivery delivery_reason lifecycle_number number status',
  job_attachments: 'content_type kind lifecycle_number',
  job_notes: 'author lifecycle_number',
  jobs: 'contract_currency contract_document_hash lifecycle_number paused_status service status',
  contact_points: 'kind',
  leads: 'duplicate_match language lifecycle_number outcome relation status',
  lifecycle_activity: 'lifecycle_number',
  links: 'key_hash lifecycle_number purpose',
  message_documents: 'kind',
  opt_outs: 'channel lifecycle_number said_by',
  organization_quotas: 'resource',
  organizations:
    'address brand_color country currency language name payment_instructions phone qualification_policy quiet_allowed_from quiet_allowed_until text_countries tax_id time_zone working_hours',
  playbook_run_steps: 'kind status step_id',
  playbook_runs:
    'lifecycle_number playbook_name started_by status step_id stop_on trigger_type wait_anchor wait_offset waiting_for',
  playbook_signing_secrets: 'sealed_previous_secret sealed_secret',
  playbook_versions: 'created_by definition',
  playbooks: 'description key name',
  // Ids, times, and names of users.
  replans: 'plan reason',
  restores: 'actor failure footer header idempotency_key request_hash status stopped',
  retention_settings: 'positions replaced',
  schema_migrations: 'checksum name',
  secrets: 'allowed_hosts name sealed_value',
  equipment: 'kind lifecycle_number',
  properties: 'lifecycle_number',
  areas: 'circle name polygon postal_codes',
  capacity_rules: 'service',
  price_items: 'code currency kind name unit',
  services: 'code deposit name names price_hint questions skills',
  source_directory: 'source_key',
  spend: 'currency source',
  source_receipts: 'content_type outcome reason',
  sources: 'default_service kind mapping name sealed_secret source source_key verification',
  teams: 'name',
  templates: 'body channel name purpose subject translations',
  time_off: 'reason',
  // Rounded to 100 m, of no one, for 90 days.
  travel_times: 'from_place to_place',
  sign_in_failures: 'subject_hash',
  used_challenges: 'challenge_hash',
  // Of users, not of customers.
  accounts: 'email password_hash',
  invitations: 'created_by key_hash',
  passkeys: 'credential_id domain name public_key transports',
  sessions: 'address method user_agent',
  sign_in_links: 'created_by delivery key_hash not_sent_reason',
  token_directory: 'token_hash',
  tokens: 'allowed_origins created_by name scopes token_hash',
  users: 'email name phone role skills start_location time_zone working_hours',
  user_preferences: 'density language theme',
  warranty_claims: 'lifecycle_number status',
  webhook_deliveries: 'event_type lifecycle_number status',
  webhook_endpoints:
    'description disabled_reason event_types ordering scopes sealed_previous_secret sealed_secret url',
  webhook_replays: 'kind request status',
};

/** Fields of events that stay. All others are replaced in the events of an erased person. */
const STAYING =
  /^(lifecycle_numbers?|number|status|paused_status|type|kind|channel|direction|purpose|said_by|service_needed|service|currency|method|confidence|reasons|code|event|waiting_for|playbook_name|step_id|cancel_on|content_type|author|time_zone|allowed|relation|outcome|language|anchor|delivery|signature_kind|provider|failure_code)$/;

describe('every column that can hold a text', () => {
  const service = sharedService();

  it('is classified as personal or not', async () => {
    const { rows } = await service.owner.query<{ name: string }>(`
      select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
        and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype,
          'text[]'::regtype, 'varchar'::regtype)
      order by 1`);
    const listed = [PERSONAL, HARMLESS].flatMap((list) =>
      Object.entries(list).flatMap(([table, columns]) =>
        columns
          .split(' ')
          .filter(Boolean)
          .map((column) => `${table}.${column}`),
      ),
    );
    const unknown = rows.map(({ name }) => name).filter((name) => !listed.includes(name));
    assert.deepEqual(unknown, [], 'decide whether erase_person() must replace these columns');
    assert.equal(new Set(listed).size, listed.length, 'a column is listed twice');
  });
});

describe('every text field of an event that stays after an erasure', () => {
  const service = sharedService();

  it('is a kind, a code or a number of ours', async () => {
    const { rows } = await service.owner.query("select harmless_fields('') as fields");
    for (const field of rows[0].fields) assert.match(field, STAYING);
    const lead = await service.owner.query("select harmless_fields('lead.created') as fields");
    assert(lead.rows[0].fields.includes('source'));
  });

  it('does not include one that people write in', async () => {
    const { rows } = await service.owner.query("select harmless_fields('') as fields");
    const kept = new Set<string>(rows[0].fields);
    const written = [
      'name',
      'phone',
      'email',
      'address',
      'notes',
      'body',
      'subject',
      'text',
      'title',
    ];
    const known = new Set(eventTypes.flatMap(({ data }) => fieldsOf(data)));
    for (const field of [
      ...written,
      'description',
      'url',
      'recording_url',
      'to',
      'from',
      'detail',
    ]) {
      assert(known.has(field), `no event has ${field}`);
      assert(!kept.has(field), field);
    }
  });

  function fieldsOf(schema: TSchema): string[] {
    const properties = 'properties' in schema ? Object.entries(schema.properties as object) : [];
    const own = properties.flatMap(([name, value]) => [name, ...fieldsOf(value)]);
    return 'items' in schema ? [...own, ...fieldsOf(schema.items as TSchema)] : own;
  }
});
