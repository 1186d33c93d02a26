import { searchText } from '../../domain/search.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { newKey } from '../../platform/unguessable-key.ts';
import { newSecret, sealSecret } from '../webhooks/index.ts';
import type { FileRow } from './check-file.ts';

/** What does not come from the file, by column, and whether something in progress is ended. */
export interface Adjusted {
  override: Record<string, unknown>;
  isStopped?: boolean;
}

export interface Adjustment {
  now: Date;
  /** How many events the organization had before: those of the file come after them. */
  seqOffset: number;
  /** The last event of the file. */
  lastSeq: number;
  secrets: Secrets | null;
}

type Data = Record<string, unknown>;
type Adjust = (data: Data, to: Adjustment) => Adjusted;

/** Nothing may be sent, fire or continue because of a restore. */
const ADJUST: Readonly<Record<string, Adjust>> = {
  channel: () => ({
    override: { active: false, channel_key: newKey(), sealed_secret: null, base_url: null },
  }),
  form: () => ({ override: { form_key: newKey() } }),
  source: adjustSource,
  source_receipt: adjustReceipt,
  booking_page: () => ({ override: { page_key: newKey() } }),
  webhook_endpoint: adjustEndpoint,
  playbook: () => ({ override: { enabled: false } }),
  lead: (data) => ({ override: { search_text: searchText(contactOf(data)) } }),
  customer: (data) => ({ override: { search_text: searchText(contactOf(data)) } }),
  job: ({ title }) => ({
    override: { search_text: searchText({ name: textOf(title), phone: null, email: null }) },
  }),
  appointment: adjustAppointment,
  communication: adjustCommunication,
  playbook_run: adjustRun,
  playbook_run_step: adjustStep,
  follow_up: adjustFollowUp,
};

export function adjustRow({ table, data }: FileRow, to: Adjustment): Adjusted {
  return ADJUST[table.type]?.(data, to) ?? { override: {} };
}

const RESTORED = 'restored';
const DETAIL = 'It was not yet done when the organization was exported.';

function adjustEndpoint(data: Data, { now, seqOffset, lastSeq, secrets }: Adjustment): Adjusted {
  const sealed = sealSecret(secrets, newSecret(), String(data.webhook_endpoint_id));
  const disabled = { disabled_at: now, disabled_reason: 'by_request' };
  return {
    override: {
      enabled: false,
      ...(data.enabled === true && disabled),
      sealed_secret: `\\x${sealed.toString('hex')}`,
      from_seq: seqOffset + lastSeq,
    },
  };
}

/** Its secrets are not in the file, and without them anyone could send to it. */
function adjustSource({ verification }: Data): Adjusted {
  const checked = { ...(isObject(verification) ? verification : {}), secrets: [] };
  const withheld = { source_key: newKey(), sealed_secret: null };
  return { override: { ...withheld, active: false, verification: checked } };
}

/** What was being fetched is not fetched again: a person decides. */
function adjustReceipt({ outcome }: Data): Adjusted {
  if (outcome !== 'pending') return { override: {} };
  const ended = { outcome: 'quarantined', reason: RESTORED, detail: DETAIL };
  return { override: ended, isStopped: true };
}

/** A hold lasts minutes. */
function adjustAppointment({ status, hold_expires_at }: Data, { now }: Adjustment): Adjusted {
  if (status !== 'held') return { override: {} };
  const ended = { canceled_at: hold_expires_at ?? now, cancel_reason: 'hold_lapsed' };
  return { override: { status: 'canceled', ...ended }, isStopped: true };
}

function adjustCommunication({ status }: Data): Adjusted {
  if (status !== 'queued' && status !== 'sending') return { override: {} };
  const ended = { status: 'not_sent', status_reason: RESTORED, status_detail: DETAIL };
  return { override: ended, isStopped: true };
}

function adjustRun(data: Data, { now, seqOffset }: Adjustment): Adjusted {
  const override = {
    fence: 0,
    claimable_at: null,
    is_held_back: false,
    late_at: null,
    ...shifted(data, seqOffset, ['trigger_seq', 'born_seq', 'waiting_since']),
  };
  if (!['queued', 'running', 'waiting'].includes(String(data.status))) return { override };
  const ended = { status: 'canceled', reason: RESTORED, finished_at: now, due_at: null };
  return { override: { ...override, ...ended, is_outbound: false }, isStopped: true };
}

function adjustStep({ status }: Data, { now }: Adjustment): Adjusted {
  if (status === 'running') return { override: { status: 'unknown', finished_at: now } };
  return { override: status === 'waiting' ? { status: 'skipped', finished_at: now } : {} };
}

/** Calls and tasks stay: a person does them. */
function adjustFollowUp(data: Data, { seqOffset }: Adjustment): Adjusted {
  const override = { claimed_until: null, ...shifted(data, seqOffset, ['made_seq']) };
  const isMessage = data.channel === 'sms' || data.channel === 'email';
  if (data.status !== 'scheduled' || !isMessage) return { override };
  const ended = { status: 'canceled', reason: RESTORED, detail: DETAIL };
  return { override: { ...override, ...ended }, isStopped: true };
}

/** The same events have other seqs here. */
function shifted(data: Data, offset: number, columns: readonly string[]): Record<string, unknown> {
  const moved = columns.map((column) => {
    const seq = data[column];
    return [column, typeof seq === 'number' ? seq + offset : seq];
  });
  return Object.fromEntries(moved);
}

export function contactOf({ name, phone, email, address }: Data) {
  return {
    name: textOf(name),
    phone: textOf(phone),
    email: textOf(email),
    address: textOf(address),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
