import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { toUuid } from '../../domain/ids.ts';
import { downloadFile, linesOf, restored, restoredNow } from '../../testing/export-files.ts';
import { setUp, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { organizationWithEverything } from '../../testing/organization-with-everything.ts';

describe('the file of an export', () => {
  const source = sharedService();
  const other = sharedService({ hasWorker: true });
  let organization: TestOrganization;
  let file: string;
  /** Of another service, restored from the file. */
  let copy: TestOrganization;
  setUp(async () => {
    organization = await organizationWithEverything(source);
    await extraWork(organization);
    file = await downloadFile(source, organization);
    copy = await other.newOrganization();
    const restore = await restored(copy, file);
    assert.equal(restore.status, 'completed', JSON.stringify(restore));
  });

  it('has one line per row of every exported table, and ends with their counts', async () => {
    const lines = linesOf(file);
    assert.equal(lines[0]?.type, 'header');
    const end = lines.at(-1);
    assert.equal(end?.type, 'end');
    for (const [type, count] of Object.entries<number>(end.data.counts)) {
      assert.equal(lines.filter((line) => line.type === type).length, count, type);
      assert(count > 0 || type === 'import' || type === 'import_error', `there is no ${type}`);
    }
    assert.equal(lines[0].data.event_seq, end.data.counts.event);
  });

  it('is described by the export, with its events', async () => {
    const { body } = await organization.api.get('/v1/exports?limit=1');
    const end = linesOf(file).at(-1)?.data;
    const [one] = body.data;
    assert.equal(one.status, 'completed');
    assert.deepEqual([one.counts, one.sums, one.sha256], [end.counts, end.sums, end.sha256]);
    const types = 'type=export.requested,export.started,export.completed';
    const events = await organization.api.get(`/v1/events?limit=200&${types}`);
    const own = events.body.data.filter(
      (event: { data: object }) =>
        'export_id' in event.data && event.data.export_id === one.export_id,
    );
    assert.deepEqual(
      own.map((event: { type: string }) => event.type),
      ['export.requested', 'export.started', 'export.completed'],
    );
  });

  it('restored into a new organization of another service gives the same lists, reports and lifecycles', async () => {
    await assertSame(organization, copy);
  });

  it('restored beside the original in the same service gives the same, and the original does not change', async () => {
    const before = await downloadFile(source, organization);
    const copy = await source.newOrganization();
    const restore = await restoredNow(source, copy, gzipSync(before), 'application/gzip');
    assert.equal(restore.status, 'completed', JSON.stringify(restore));
    await assertSame(organization, copy);
    assert.deepEqual(rowsOf(await downloadFile(source, organization)), rowsOf(before));
  });

  it('of a restored organization has the same rows and sums as the file it came from', async () => {
    const again = await downloadFile(other, copy);
    const [first, second] = [linesOf(file).at(-1)?.data, linesOf(again).at(-1)?.data];
    assert.deepEqual(second.sums, first.sums);
    const { event: _events, playbook, playbook_version, ...counts } = second.counts;
    const {
      event: _before,
      playbook: kept,
      playbook_version: versions,
      ...expected
    } = first.counts;
    assert.deepEqual(counts, expected);
    // The playbooks that the new organization came with are archived.
    assert(playbook > kept && playbook_version > versions);
  });

  it('is compressed for those who accept it', async () => {
    const { body } = await organization.api.post('/v1/exports');
    const response = await fetch(`${source.url}/v1/exports/${body.export_id}/file`, {
      headers: { authorization: `Bearer ${organization.token}`, 'accept-encoding': 'gzip' },
    });
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.equal(linesOf(await response.text()).at(-1)?.type, 'end');
  });

  it('contains no secret, hash of a token, or key', async () => {
    const { rows } = await source.owner.query(
      `select encode(token_hash, 'hex') as secret from tokens where organization_id = $1
       union all select encode(key_hash, 'hex') from calendar_keys where organization_id = $1
       union all select channel_key from channels where organization_id = $1
       union all select unsubscribe_key from unsubscribe_keys where organization_id = $1
       union all select encode(sealed_secret, 'hex') from webhook_endpoints where organization_id = $1
       union all select encode(sealed_secret, 'hex') from playbook_signing_secrets where organization_id = $1`,
      [toUuid('organization', organization.organizationId)],
    );
    assert(rows.length > 6);
    for (const { secret } of rows) assert(!file.includes(secret), 'the file has a secret');
    assert(!file.includes(organization.token));
  });

  it('is not sent after an hour', async () => {
    const { body } = await organization.api.post('/v1/exports');
    source.clock.advance(60 * 60 * 1000);
    const response = await organization.api.get(`/v1/exports/${body.export_id}/file`);
    assert.equal(response.status, 409);
    assert.equal(response.body.code, 'export_expired');
  });
});

/** A refund, a held appointment, queued messages and a gateway with its key. */
async function extraWork({ api }: TestOrganization): Promise<void> {
  const settings = {
    url: 'https://sms.example.com/send',
    secret: 'a-secret-that-both-sides-share',
    from_number: '+14155550100',
  };
  assert.equal((await api.post('/v1/channels', { kind: 'sms_gateway', settings })).status, 201);
  const { lead_id } = (await api.post('/v1/leads', freshLead())).body;
  const message = { lead_id, channel: 'sms', body: 'We are on our way.' };
  const text = await api.post('/v1/follow-ups', { ...message, delay: 'P1D' });
  assert.equal(text.status, 201, JSON.stringify(text.body));
  const paid = await api.get('/v1/invoices?status=paid&limit=1');
  const refund = { amount: 4_000, reason: 'Goodwill' };
  const { status, body } = await api.post(
    `/v1/invoices/${paid.body.data[0].invoice_id}/refunds`,
    refund,
  );
  assert(status < 300, JSON.stringify(body));
}

const LISTS = [
  'leads?include_deleted=true',
  'customers',
  'appointments',
  'jobs',
  'invoices',
  'warranty-claims',
  'opt-outs',
  'templates',
  'users',
  'teams',
  'time-off',
];

async function assertSame(original: TestOrganization, copy: TestOrganization) {
  const pair = async (path: string) => {
    const [a, b] = await Promise.all([original, copy].map(({ api }) => api.get(path)));
    assert.equal(a?.status, 200, path);
    assert.equal(b?.status, 200, path);
    return [a?.body, b?.body];
  };
  for (const list of LISTS) {
    const [a, b] = await pair(`/v1/${list}${list.includes('?') ? '&' : '?'}limit=200`);
    assert(a.data.length > 0, list);
    assert.deepEqual(b, a, list);
  }
  for (const report of ['funnel', 'speed-to-lead']) {
    const [a, b] = await pair(`/v1/reports/${report}`);
    assert.deepEqual(b, a, report);
  }
  const { body } = await original.api.get('/v1/leads?limit=200');
  for (const { lifecycle_number } of body.data) {
    const [a, b] = await pair(`/v1/lifecycles/${lifecycle_number}`);
    assert(a.timeline.length > 0);
    assert.deepEqual(stableOf(b), stableOf(a), lifecycle_number);
  }
}

/** Without the seqs, which continue another log, and without what a restore ends. */
function stableOf({ timeline, ...lifecycle }: { timeline: { seq: number }[] }): unknown {
  const {
    communications: _c,
    follow_ups: _f,
    playbook_runs: _r,
    next_cursor: _n,
    ...rest
  } = Object.assign({}, ...Object.entries(lifecycle).map(([name, value]) => ({ [name]: value })));
  return { ...rest, timeline: timeline.map(({ seq: _seq, ...entry }) => entry) };
}

/** The rows that do not change when a file is downloaded. */
function rowsOf(file: string): unknown {
  return linesOf(file).filter(({ type }) => !['header', 'event', 'end'].includes(type));
}
