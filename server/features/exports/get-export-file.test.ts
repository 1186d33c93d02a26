import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { eventually } from '../../testing/eventually.ts';
import { downloadFile, linesOf } from '../../testing/export-files.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const EVENTS = 3_000;

describe('a download', () => {
  const service = sharedService();
  let organization: TestOrganization;
  setUp(async () => {
    organization = await service.newOrganization();
    const uuid = uuidOf(organization);
    // More than the buffers between the two sides hold.
    await service.owner.query(
      `insert into events (organization_id, seq, event_id, type, occurred_at, actor, data)
       select $1, c.event_seq + n, gen_random_uuid(), 'lead.created', now(),
         '{"type": "system", "id": null, "name": "test"}', jsonb_build_object('notes', repeat('It drips. ', 600))
       from organization_counters c, generate_series(1, $2::integer) as n where c.organization_id = $1`,
      [uuid, EVENTS],
    );
    await service.owner.query(
      'update organization_counters set event_seq = event_seq + $2 where organization_id = $1',
      [uuid, EVENTS],
    );
  });

  const small = shared(() => service.newOrganization());

  const open = async ({ api, token }: TestOrganization, signal?: AbortSignal) => {
    const { body } = await api.post('/v1/exports');
    const path = `/v1/exports/${body.export_id}`;
    const response = await fetch(`${service.url}${path}/file`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      ...(signal && { signal }),
    });
    return { path, response };
  };
  const snapshots = async () => {
    const { rows } = await service.owner.query(
      "select count(*)::integer as count from pg_stat_activity where application_name = 'throughline snapshot' and datname = current_database()",
    );
    return rows[0].count;
  };

  it('that is broken off is recorded as failed, releases its snapshot, and can be repeated', async () => {
    const stop = new AbortController();
    const { path, response } = await open(organization, stop.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    assert.equal((await organization.api.get(path)).body.status, 'running');
    stop.abort();
    await reader?.read().catch(() => {});
    const failed = await eventually(async () => {
      const { body } = await organization.api.get(path);
      return body.status === 'running' ? null : body;
    });
    assert.equal(failed.status, 'failed');
    assert.match(failed.failure, /closed the connection/);
    await eventually(async () => (await snapshots()) === 0);
    const events = await organization.api.get('/v1/events?type=export.failed');
    assert.equal(events.body.data.length, 1);
    assert.equal(linesOf(await downloadFile(service, organization)).at(-1)?.type, 'end');
  });

  it('shows the organization as it was when it began', async () => {
    const { response } = await open(organization);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    assert(reader);
    let text = (await reader.read()).value ?? '';
    const added = { name: 'Added during the download', channel: 'sms', body: 'Hi' };
    assert.equal((await organization.api.post('/v1/templates', added)).status, 201);
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    const lines = linesOf(text);
    assert(!text.includes(added.name));
    assert.equal(lines.at(-1)?.data.counts.event, lines[0]?.data.event_seq);
  });

  it('is refused with export_in_progress while the organization has another', async () => {
    const other = await service.database.snapshot(uuidOf(small), 'export');
    assert(other);
    const { path, response } = await open(small);
    assert.equal(response.status, 409);
    const refused = await small.api.get(`${path}/file`);
    assert.equal(refused.body.code, 'export_in_progress');
    await other.close();
    assert.equal(linesOf(await downloadFile(service, small)).at(-1)?.type, 'end');
  });

  it('is refused with too_many_downloads while the process has eight', async () => {
    const eight = await Promise.all(
      Array.from({ length: 8 }, (_, one) =>
        service.database.snapshot(uuidOf(small), `test ${one}`),
      ),
    );
    const { path } = await open(small);
    const refused = await small.api.get(`${path}/file`);
    assert.equal(refused.status, 503);
    assert.equal(refused.body.code, 'too_many_downloads');
    assert.equal(refused.headers.get('retry-after'), '30');
    for (const one of eight) await one?.close();
    assert.equal(linesOf(await downloadFile(service, small)).at(-1)?.type, 'end');
  });
});

function uuidOf({ organizationId }: TestOrganization): string {
  return toUuid('organization', organizationId) ?? '';
}
