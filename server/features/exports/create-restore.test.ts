import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import type { ApiResponse } from '../../testing/api-client.ts';
import { makeResource } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  downloadFile,
  type FileLine,
  linesOf,
  restored,
  restoredNow,
  rewritten,
  sendFile,
  writeRestore,
} from '../../testing/export-files.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { EXAMPLE_FILE } from './example-file.ts';
import { MAX_LINE_BYTES } from './file-format.ts';
import { lockForRestore } from './fill-queries.ts';

const service = sharedService({ hasWorker: true });
const withoutWorker = sharedService();
let original: TestOrganization;
/** Of an organization with a customer, a job, an invoice, a channel, an endpoint, a playbook and a scheduled text. */
let file: string;

setUp(async () => {
  original = await service.newOrganization();
  const { api } = original;
  for (const kind of [
    'claim',
    'payment',
    'invoice',
    'webhook_endpoint',
    'form',
    'team',
    'appointment',
  ] as const)
    await makeResource(kind, service, original);
  const playbook = await makeResource('playbook', service, original);
  const steps = [{ id: 'wait', do: 'wait', with: { duration: 'P1D' } }];
  const body = { name: 'Waits', trigger: { event: 'lead.qualified' }, steps, enabled: true };
  assert.equal((await api.post('/v1/playbooks', body)).status, 201);
  const { lead_id } = (await api.post('/v1/leads', freshLead({ name: 'Wilhelmina Oyelaran' })))
    .body;
  assert.equal((await api.post(`/v1/playbooks/${playbook}/run`, { lead_id })).status, 202);
  const settings = {
    url: 'https://sms.example.com/send',
    secret: 'a-secret-that-both-sides-share',
    from_number: '+14155550100',
  };
  assert.equal((await api.post('/v1/channels', { kind: 'sms_gateway', settings })).status, 201);
  const text = { lead_id, channel: 'sms', delay: 'P1D', body: 'Hello' };
  assert.equal((await api.post('/v1/follow-ups', text)).status, 201);
  const call = { lead_id, channel: 'call', delay: 'P1D', body: 'Call' };
  assert.equal((await api.post('/v1/follow-ups', call)).status, 201);
  await eventually(
    async () => (await api.get('/v1/playbook-runs?status=waiting')).body.data.length > 0,
  );
  // A reminder that is due is due in the copy too: all reminders but the two above are over.
  const over = async () => (await api.get('/v1/follow-ups?status=due')).body.data.length > 0;
  await eventually(over);
  file = await downloadFile(service, original);
});

describe('a restored organization', () => {
  let copy: TestOrganization;
  let restore: ApiResponse['body'];
  setUp(async () => {
    copy = await service.newOrganization();
    restore = await restored(copy, file);
    assert.equal(restore.status, 'completed', JSON.stringify(restore));
  });

  it('sends nothing: channels, playbooks and endpoints are disabled, messages and runs ended', async () => {
    const list = async (path: string) => (await copy.api.get(`/v1/${path}`)).body.data;
    for (const one of await list('channels')) assert.equal(one.active, false);
    for (const one of await list('playbooks?limit=200')) assert.equal(one.enabled, false);
    for (const one of await list('webhook-endpoints')) assert.equal(one.enabled, false);
    const [text] = await list('follow-ups?channel=sms');
    assert.deepEqual([text.status, text.reason], ['canceled', 'restored']);
    const [call] = await list('follow-ups?channel=call');
    assert.equal(call.status, 'scheduled');
    for (const run of await list('playbook-runs?limit=200'))
      assert(['completed', 'failed', 'stopped', 'canceled'].includes(run.status), run.status);
    assert(
      restore.stopped.follow_up === 1 && restore.stopped.playbook_run >= 1,
      JSON.stringify(restore.stopped),
    );
    const delivered = () =>
      service.owner.query(
        'select distinct event_type from webhook_deliveries where organization_id = $1',
        [toUuid('organization', copy.organizationId)],
      );
    await eventually(async () => (await delivered()).rows.length > 0);
    // Queued for an endpoint that is disabled; nothing of the file is.
    assert.deepEqual((await delivered()).rows, [{ event_type: 'restore.completed' }]);
  });

  it('starts no playbook and delivers nothing for the events of the file, even once enabled', async () => {
    const [before] = await Promise.all([copy.api.get('/v1/playbook-runs?limit=200')]);
    const playbooks = (await copy.api.get('/v1/playbooks?limit=200')).body.data;
    const waits = playbooks.find(({ name }: { name: string }) => name === 'Waits');
    assert.equal(
      (await copy.api.patch(`/v1/playbooks/${waits.playbook_id}`, { enabled: true })).status,
      200,
    );
    const made = await copy.api.post('/v1/leads', freshLead());
    assert.equal(made.status, 201);
    const runs = await eventually(async () => {
      const { body } = await copy.api.get('/v1/playbook-runs?limit=200');
      return body.data.length > before!.body.data.length ? body.data : null;
    });
    assert.equal(runs.length, before!.body.data.length + 1);
    assert.equal(runs[0].lifecycle_number, made.body.lifecycle_number);
  });

  it('continues numbers after the highest ones, and its log without a gap', async () => {
    const ordinal = (number: string) => Number(number.split('-')[0]);
    const { body } = await copy.api.post('/v1/leads', freshLead());
    const numbers = linesOf(file).filter(({ type }) => type === 'lead');
    assert(
      numbers.every(({ data }) => ordinal(data.lifecycle_number) < ordinal(body.lifecycle_number)),
    );
    const job_id = await makeResource('job', service, copy);
    const lines = [{ description: 'Filter', quantity: 1, unit_amount: 100 }];
    const invoice = await copy.api.post('/v1/invoices', { job_id, currency: 'USD', lines });
    assert.equal(invoice.status, 201);
    const invoices = linesOf(file).filter(({ type }) => type === 'invoice').length;
    assert.equal(invoice.body.number, `INV-${String(invoices + 1).padStart(6, '0')}`);
    const { rows } = await service.owner.query(
      'select count(*)::integer as count, max(seq)::integer as last from events where organization_id = $1',
      [toUuid('organization', copy.organizationId)],
    );
    assert.equal(rows[0].count, rows[0].last);
  });

  it('is searched and compared like the original', async () => {
    const found = await copy.api.get('/v1/leads?q=oyelaran');
    assert.equal(found.body.data.length, 1);
    const lead = found.body.data[0];
    const again = await copy.api.post('/v1/leads', {
      phone: lead.phone,
      name: lead.name,
      service_needed: 'ac_repair',
    });
    assert.equal(again.body.duplicate_of, lead.lead_id);
  });

  it('has forms and endpoints with new keys and secrets that work', async () => {
    const [form] = (await copy.api.get('/v1/forms')).body.data;
    const [before] = (await original.api.get('/v1/forms')).body.data;
    assert.notEqual(form.form_key, before.form_key);
    assert.equal((await fetch(form.url)).status, 200);
    const [endpoint] = (await copy.api.get('/v1/webhook-endpoints')).body.data;
    const path = `/v1/webhook-endpoints/${endpoint.webhook_endpoint_id}/rotate-secret`;
    assert.equal((await copy.api.post(path)).status, 200);
  });

  it('cannot be restored into again', async () => {
    const { status, body } = await sendFile(copy, file);
    assert.equal(status, 409);
    assert.equal(body.code, 'organization_not_empty');
  });
});

describe('a file', () => {
  const target = shared(() => withoutWorker.newOrganization());
  const refused = async (sent: string | Uint8Array<ArrayBuffer>, type?: string) => {
    const { status, body } = await sendFile(target, sent, type);
    assert.equal(status, 422, JSON.stringify(body));
    assert.equal(body.code, 'restore_file_invalid');
    const { rows } = await withoutWorker.owner.query(
      'select count(*)::integer as count from restore_chunks where organization_id = $1',
      [toUuid('organization', target.organizationId)],
    );
    assert.equal(rows[0].count, 0, 'a part of the file stays');
    return body;
  };
  const lineOf = (type: string) => linesOf(file).findIndex((line) => line.type === type) + 1;
  const withFirst = (type: string, change: (data: FileLine['data']) => void) =>
    rewritten(file, (rows) => {
      const row = rows.find((one) => one.type === type);
      assert(row, type);
      change(row.data);
      return rows;
    });

  it('that was cut off is refused with its last line', async () => {
    const lines = file.trimEnd().split('\n');
    const cut = `${lines.slice(0, 40).join('\n')}\n`;
    assert.equal((await refused(cut)).line, 40);
    assert.equal((await refused(`${cut}${lines[40]?.slice(0, 20)}`)).line, 41);
    assert.equal((await refused('')).line, 1);
  });

  it('whose lines were changed, removed, added or swapped is refused', async () => {
    const total = linesOf(file).length;
    const lines = file.split('\n');
    assert.equal((await refused(file.replace('Oyelaran', 'Oyelarin'))).line, total);
    assert.equal((await refused(lines.toSpliced(lineOf('lead'), 1).join('\n'))).line, total - 1);
    assert.equal(
      (await refused(lines.toSpliced(lineOf('lead'), 0, lines[lineOf('lead')] ?? '').join('\n')))
        .line,
      total + 1,
    );
    assert.equal((await refused(`${file}${lines[0]}\n`)).line, total + 1);
  });

  it('with a hostile line is refused, or fails with the line, and nothing of it stays', async () => {
    const lead = lineOf('lead');
    const job = lineOf('job');
    const hostile: [number, string][] = [
      [
        lead,
        withFirst('lead', (data) => {
          data.organization_id = original.organizationId;
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.name = 'a\u0000b';
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.name = '\ud800';
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.name = 'a'.repeat(MAX_LINE_BYTES);
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.consent = { sms: 'yes' };
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.lifecycle_number = 'assigned';
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.created_at = 'yesterday';
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.created_at = 'infinity';
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.search_text = 'x';
        }),
      ],
      [
        lineOf('organization'),
        withFirst('organization', (data) => {
          data.time_zone = 'Mars/Olympus';
        }),
      ],
      [
        lineOf('webhook_endpoint'),
        withFirst('webhook_endpoint', (data) => {
          data.sealed_secret = '\\x00';
        }),
      ],
      [
        lineOf('webhook_endpoint'),
        withFirst('webhook_endpoint', (data) => {
          data.url = 'javascript:alert(1)';
        }),
      ],
      [
        lineOf('playbook_version'),
        withFirst('playbook_version', (data) => {
          data.definition = { steps: 1 };
        }),
      ],
      [
        lineOf('event'),
        withFirst('event', (data) => {
          data.seq = 2;
        }),
      ],
      [
        lineOf('event'),
        withFirst('event', (data) => {
          data.actor = 'the owner';
        }),
      ],
      [lead, rewritten(file, (rows) => rows.toSpliced(lead - 1, 0, { type: 'token', data: {} }))],
      [lead, rewritten(file, (rows) => rows.toSpliced(lead - 1, 0, { type: 'lead', data: [] }))],
      [lead + 1, rewritten(file, (rows) => rows.toSpliced(lead, 0, { type: 'user', data: {} }))],
      [
        job,
        withFirst('job', (data) => {
          data.contract_currency = 'XYZ';
          data.contract_amount = 1;
        }),
      ],
      [
        1,
        withFirst('header', (data) => {
          data.version = 2;
        }),
      ],
    ];
    for (const [index, [line, sent]] of hostile.entries())
      assert.equal((await refused(sent)).line, line, `hostile file ${index}`);
    assert.equal((await refused(`{"type":"header"${'['.repeat(100_000)}\n`)).line, 1);
    assert.equal((await refused(Uint8Array.from([0xff, 0xfe, 0x0a]))).line, 1);
    assert.equal((await refused(Uint8Array.from([1, 2, 3]), 'application/gzip')).line, 1);
  });

  it('with a row that the database refuses fails with its line, and leaves the organization empty', async () => {
    const lead = lineOf('lead');
    const unknown = '0190f3c8-7d5e-7000-8000-000000000000';
    const failing: [number, string][] = [
      [
        lead,
        withFirst('lead', (data) => {
          data.status = 'sold';
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.lead_id = 7;
        }),
      ],
      [
        lead,
        withFirst('lead', (data) => {
          data.duplicate_of = unknown;
          data.duplicate_match =
            linesOf(file).find((line) => line.data.duplicate_match)?.data.duplicate_match ?? MATCH;
        }),
      ],
      [
        lineOf('job'),
        withFirst('job', (data) => {
          data.customer_id = unknown;
        }),
      ],
      [
        lineOf('payment'),
        withFirst('payment', (data) => {
          data.amount = 0;
        }),
      ],
      [
        linesOf(file).length,
        withFirst('payment', (data) => {
          data.amount += 1;
        }),
      ],
      [lead + 1, rewritten(file, (rows) => rows.toSpliced(lead, 0, rows[lead - 1]!))],
    ];
    for (const [index, [line, sent]] of failing.entries()) {
      const restore = await restoredNow(withoutWorker, target, sent);
      assert.equal(restore.status, 'failed', `failing file ${index}: ${JSON.stringify(restore)}`);
      assert.equal(restore.failure_line, line, `failing file ${index}: ${restore.failure}`);
      for (const path of ['leads?include_deleted=true', 'users']) {
        const { body } = await target.api.get(`/v1/${path}`);
        assert.deepEqual(body.data, [], `failing file ${index}: ${path}`);
      }
    }
    const restore = await restoredNow(withoutWorker, target, file);
    assert.equal(restore.status, 'completed', 'a good file after them');
  });

  it('in which every line of a type lacks a field that is not needed takes its default', async () => {
    const older = rewritten(file, (rows) =>
      rows.map(({ type, data: { do_not_contact, ...data } }) =>
        type === 'customer'
          ? { type, data }
          : { type, data: do_not_contact === undefined ? data : { ...data, do_not_contact } },
      ),
    );
    const organization = await service.newOrganization();
    assert.equal((await restored(organization, older)).status, 'completed');
    const [customer] = (await organization.api.get('/v1/customers')).body.data;
    assert.equal(customer.do_not_contact, false);
  });

  it('is restored once: two uploads at once, or again with the same key', async () => {
    const organization = await service.newOrganization();
    const headers = { 'idempotency-key': 'only-once' };
    const both = await Promise.all(
      [1, 2].map(() => sendFile(organization, file, undefined, headers)),
    );
    const accepted = both.find(({ status }) => status === 202);
    assert(accepted, JSON.stringify(both.map(({ body }) => body)));
    const others = both.filter((one) => one !== accepted);
    for (const { status, body } of others)
      assert(
        status === 202
          ? body.restore_id === accepted.body.restore_id
          : body.code === 'restore_in_progress',
        JSON.stringify(body),
      );
    await eventually(
      async () =>
        (await organization.api.get(`/v1/restores/${accepted.body.restore_id}`)).body.status ===
        'completed',
    );
    const again = await sendFile(organization, file, undefined, headers);
    assert.equal(again.status, 202);
    assert.equal(again.body.restore_id, accepted.body.restore_id);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const changed = await sendFile(organization, EXAMPLE_FILE, undefined, headers);
    assert.equal(changed.body.code, 'idempotency_key_reused');
    const leads = linesOf(file).filter(({ type }) => type === 'lead').length;
    assert.equal(
      (await organization.api.get('/v1/leads?include_deleted=true&limit=200')).body.data.length,
      leads,
    );
  });

  it('restores nothing if the organization gets a lead before it is written', async () => {
    const organization = await withoutWorker.newOrganization();
    const { body: sent } = await sendFile(organization, file);
    assert.equal((await organization.api.post('/v1/leads', freshLead())).status, 201);
    await writeRestore(withoutWorker.taskContext, organization, sent.restore_id);
    const { body: restore } = await organization.api.get(`/v1/restores/${sent.restore_id}`);
    assert.equal(restore.status, 'failed');
    assert.match(restore.failure, /got data of its own/);
    assert.equal((await organization.api.get('/v1/leads')).body.data.length, 1);
    assert.equal((await organization.api.get('/v1/users')).body.data.length, 0);
  });

  it('keeps a lead that arrives while it is written waiting for its number', async () => {
    const organization = await withoutWorker.newOrganization();
    const { body: sent } = await sendFile(organization, file);
    const { database, owner } = withoutWorker;
    const organizationId = toUuid('organization', organization.organizationId) ?? '';
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const captured = Promise.withResolvers<Promise<ApiResponse>>();
    // The lead waits for the counter that the restore holds.
    await database.transaction({ organizationId, actor }, async (tx) => {
      await lockForRestore(tx);
      captured.resolve(organization.api.post('/v1/leads', freshLead()));
      await eventually(async () => {
        const { rows } = await owner.query(
          `select from pg_stat_activity
           where wait_event_type = 'Lock' and query like '%capture_lead%' and datname = current_database()`,
        );
        return rows.length > 0;
      });
    });
    const lead = await await captured.promise;
    assert.equal(lead.status, 201);
    assert.equal(sent.status, 'running');
  });
});

const MATCH = {
  lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
  lifecycle_number: '100001-0',
  score: 0.9,
  confidence: 'certain',
  reasons: [],
};
