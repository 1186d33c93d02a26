import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { pngBytes, sendBytes } from '../../testing/files.ts';
import { setUp, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { newTechnician, planWork, type Technician, type Work } from '../../testing/technicians.ts';
import { dispositionOf, fileTypeOf } from './file-type.ts';
import { purgeFiles } from './purge-files.task.ts';

const service = sharedService({ hasWorker: true });
let office: TestOrganization;
let ana: Technician;
let ben: Technician;
let workOfAna: Work;
setUp(async () => {
  office = await service.newOrganization();
  ana = await newTechnician(service, office, 'Ana Silva');
  ben = await newTechnician(service, office, 'Ben Okafor');
  workOfAna = await planWork(service, office, ana, { mark: 'Dana', hour: 9 });
});

/** Without the client of the tests, which reads every body as text. */
function content(fileId: string, token: string, headers: Record<string, string> = {}) {
  return fetch(`${service.url}/v1/files/${fileId}/content`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

async function chunksOf(fileId: string): Promise<number> {
  const sql = 'select count(*)::int as count from file_chunks where file_id = $1';
  return (await service.owner.query(sql, [toUuid('file', fileId)])).rows[0].count;
}

async function storedFiles(): Promise<number> {
  const sql = `select count(*)::int as count from files where status = 'stored' and organization_id = $1`;
  return (await service.owner.query(sql, [toUuid('organization', office.organizationId)])).rows[0]
    .count;
}

describe('the type of a file', () => {
  it('is found by its first bytes', () => {
    const types = ['ffd8ffe0', '89504e470d0a1a0a', '52494646aabbccdd57454250', '255044462d312e37'];
    assert.deepEqual(
      types.map((hex) => fileTypeOf(Buffer.from(hex, 'hex'))),
      ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    );
    for (const other of ['<svg xmlns="…">', '<html>', 'RIFF1234WAVE', 'GIF89a', '', '\u0089PNG']) {
      assert.equal(fileTypeOf(Buffer.from(other)), null, other);
    }
  });

  it('decides whether it is shown or saved, under a name that no header can be hidden in', () => {
    const name = 'Küche "1";\r\nX: y.png';
    assert.equal(
      dispositionOf({ name, content_type: 'image/png' }),
      `inline; filename="K_che _1_;__X: y.png"; filename*=UTF-8''K%C3%BCche%20%221%22%3B%0D%0AX%3A%20y.png`,
    );
    assert.match(dispositionOf({ name: 'a.pdf', content_type: 'application/pdf' }), /^attachment;/);
  });
});

describe('uploadFile', () => {
  it('stores a file of many chunks and returns it byte by byte, with headers that make it harmless', async () => {
    const bytes = pngBytes(200_000);
    const file = await created(sendBytes(office.api, bytes, { name: 'Before.png' }));
    assert.deepEqual(
      [file.name, file.content_type, file.size_bytes, file.uploaded_by, file.erased_at],
      ['Before.png', 'image/png', 200_000, null, null],
    );
    assert.equal(await chunksOf(file.file_id), 5);
    assert.deepEqual((await office.api.get(`/v1/files/${file.file_id}`)).body, file);

    const response = await content(file.file_id, office.token);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const expected = {
      'content-type': 'image/png',
      'content-length': '200000',
      'content-disposition': `inline; filename="Before.png"; filename*=UTF-8''Before.png`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
      etag: `"${sha256}"`,
    };
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(response.headers.get(name), value, name);
    }
    const unchanged = await content(file.file_id, office.token, { 'if-none-match': `"${sha256}"` });
    assert.deepEqual([unchanged.status, await unchanged.text()], [304, '']);
    assert.equal(
      (await content(file.file_id, office.token, { 'if-none-match': '"x"' })).status,
      200,
    );

    const { data } = (await office.api.get('/v1/events?type=file.uploaded&limit=200')).body;
    const event = data.find(
      (one: { data: { file_id: string } }) => one.data.file_id === file.file_id,
    );
    assert.deepEqual([event.lifecycle_number, 'name' in event.data], [null, false]);
  });

  it('believes the content and not the sender: what is not an image or a PDF is refused and leaves nothing', async () => {
    const pdf = await created(sendBytes(office.api, '%PDF-1.7\n', { type: 'image/jpeg' }));
    assert.deepEqual([pdf.content_type, pdf.name], ['application/pdf', 'Document.pdf']);
    const before = await storedFiles();
    for (const [raw, type] of [
      ['<html><script>alert(1)</script></html>', 'image/png'],
      ['<svg/>', 'application/octet-stream'],
      ['', 'image/png'],
    ] as const) {
      const { status, body } = await sendBytes(office.api, raw, { type });
      assert.deepEqual([status, body.code], [415, 'unsupported_media_type'], raw);
      assert.match(body.detail, /Send a JPEG, PNG or WebP image, or a PDF/);
    }
    const html = await sendBytes(office.api, '%PDF-', { type: 'text/html' });
    assert.deepEqual([html.status, html.body.code], [415, 'unsupported_media_type']);
    const blank = await sendBytes(office.api, pngBytes(), { name: ' ' });
    assert.deepEqual(fieldErrors(blank), ['/name too_short']);
    assert.equal(await storedFiles(), before);
  });

  it('refuses a file of more than 10 MiB', async () => {
    const { status, body } = await sendBytes(office.api, pngBytes(10 * 2 ** 20 + 1));
    assert.deepEqual([status, body.code, body.limit_bytes], [413, 'body_too_large', 10 * 2 ** 20]);
    assert.match(body.detail, /larger than 10 MiB/);
  });

  it('stores a photo that is sent twice once, and refuses another one with its key', async () => {
    const before = await storedFiles();
    const send = (fill: string, api = ana.api) =>
      sendBytes(api, pngBytes(100_000, fill), { name: 'Valve.png', key: 'photo-1' });
    const [first, again] = [await send('a'), await send('a')];
    assert.equal(first.status, 201);
    assert.deepEqual(again.body, first.body);
    assert.deepEqual(
      [first, again].map(({ headers }) => headers.get('idempotent-replayed')),
      [null, 'true'],
    );
    assert.equal(first.body.uploaded_by, ana.userId);
    const other = await send('b');
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
    // A key belongs to its user.
    const { status, body } = await send('a', ben.api);
    assert.deepEqual([status, body.uploaded_by], [201, ben.userId]);
    assert.equal(await storedFiles(), before + 2);
  });

  it('leaves nothing of an upload that broke off, and takes it again under the same key', async () => {
    const raw = pngBytes(150_000);
    const headers = { 'content-length': 150_000, 'idempotency-key': 'photo-2' };
    const sent = start('/v1/files', { ...headers, 'content-type': 'image/png' });
    sent.write(raw.subarray(0, 120_000));
    const organization = toUuid('organization', office.organizationId);
    await eventually(async () => {
      const sql = `select from file_chunks join files using (organization_id, file_id)
        where organization_id = $1 and status = 'receiving'`;
      return (await service.owner.query(sql, [organization])).rowCount === 2;
    });
    sent.destroy(new Error('no signal'));
    const file = await eventually(async () => {
      const { status, body } = await sendBytes(office.api, raw, { key: 'photo-2' });
      assert(status === 201 || body.code === 'idempotency_key_in_use', JSON.stringify(body));
      return status === 201 ? body : null;
    });
    const { rows } = await service.owner.query(
      `select f.status, count(c.chunk)::int as chunks from files f left join file_chunks c using (organization_id, file_id)
       where f.organization_id = $1 and (f.status <> 'stored' or f.file_id = $2) group by f.file_id, f.status order by 1`,
      [organization, toUuid('file', file.file_id)],
    );
    assert.deepEqual(rows, [
      { status: 'abandoned', chunks: 0 },
      { status: 'stored', chunks: 4 },
    ]);
    assert.equal(
      (await (await content(file.file_id, office.token)).arrayBuffer()).byteLength,
      150_000,
    );
  });

  it('counts towards the megabytes of the organization', async () => {
    const small = await service.newOrganization();
    const path = `/v1/organizations/${small.organizationId}/quotas`;
    await service.operator.patch(path, { file_megabytes: 1 });
    await created(sendBytes(small.api, pngBytes(900_000)));
    const refused = await sendBytes(small.api, pngBytes(200_000), { key: 'too-much' });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.resource, refused.body.limit],
      [409, 'quota_exceeded', 'file_megabytes', 1],
    );
    const { body } = await small.api.get('/v1/organization/quotas');
    assert.deepEqual(body.file_megabytes, { limit: 1, used: 1 });
    await service.operator.patch(path, { file_megabytes: 2 });
    await created(sendBytes(small.api, pngBytes(200_000), { key: 'too-much' }));
    // For technicians too, who do not see every file.
    const cleo = await newTechnician(service, small, 'Cleo');
    const more = await sendBytes(cleo.api, pngBytes(1_000_000));
    assert.equal(more.body.code, 'quota_exceeded');
  });

  it('forgets interrupted uploads and keys after a day', async () => {
    const { file_id } = await created(sendBytes(office.api, pngBytes(), { key: 'old' }));
    await service.owner.query(
      `insert into files (organization_id, file_id, status, name, content_type, created_at, updated_at)
       values ($1, gen_random_uuid(), 'receiving', 'x', 'image/png', '2027-02-01', '2027-02-01')`,
      [toUuid('organization', office.organizationId)],
    );
    await service.owner.query(`update files set created_at = '2027-02-01' where file_id = $1`, [
      toUuid('file', file_id),
    ]);
    await purgeFiles.handle(service.taskContext, []);
    const { rows } = await service.owner.query(
      `select status, idempotency_key from files
       where created_at = '2027-02-01' and organization_id = $1 order by status`,
      [toUuid('organization', office.organizationId)],
    );
    assert.deepEqual(rows, [
      { status: 'abandoned', idempotency_key: null },
      { status: 'stored', idempotency_key: null },
    ]);
    assert.equal((await content(file_id, office.token)).status, 200);
  });
});

describe('a file', () => {
  it('is attached to a job, with its type and size, and a signature is one of a kind', async () => {
    const { file_id } = await created(sendBytes(ana.api, pngBytes(100), { name: 'After.png' }));
    const path = `/v1/jobs/${workOfAna.job}/attachments`;
    const photo = await created(ana.api.post(path, { file_id }));
    assert.deepEqual(
      [photo.kind, photo.url, photo.file_id, photo.name, photo.content_type, photo.size_bytes],
      ['photo', null, file_id, 'After.png', 'image/png', 100],
    );
    const signed = { file_id, kind: 'signature', name: 'Signed by Dana' };
    assert.equal((await created(ana.api.post(path, signed))).kind, 'signature');
    const { data } = (await office.api.get(path)).body;
    assert.deepEqual(
      data.slice(0, 2).map((one: { file_id: string }) => one.file_id),
      [file_id, file_id],
    );
    const url = 'https://files.example.com/1.jpg';
    for (const [body, errors] of [
      [{}, ['/file_id required', '/name required']],
      [{ file_id, url, name: 'x' }, ['/file_id not_allowed']],
      [{ url }, ['/name required']],
      [{ file_id, size_bytes: 1 }, ['/size_bytes not_allowed']],
    ] as const) {
      assert.deepEqual(fieldErrors(await office.api.post(path, body)), errors);
    }
    const unknown = { file_id: 'file_01h455vb4pex5vsknk084sn02q' };
    const missing = await office.api.post(path, unknown);
    assert.deepEqual(
      [missing.status, missing.body.errors[0].pointer, missing.body.errors[0].code],
      [404, '/file_id', 'unknown_id'],
    );
  });

  it('is seen by the technician who sent it or has its job, and by no other technician', async () => {
    const own = await created(sendBytes(ana.api, pngBytes(100)));
    const tries = [
      [ana, own.file_id, 200],
      [ben, own.file_id, 404],
      [ana, workOfAna.file, 200],
      [ben, workOfAna.file, 404],
    ] as const;
    for (const [{ api, name }, id, status] of tries) {
      for (const path of [`/v1/files/${id}`, `/v1/files/${id}/content`]) {
        assert.equal((await api.get(path)).status, status, `${name} ${path}`);
      }
    }
    const path = `/v1/jobs/${workOfAna.job}/attachments`;
    const { file_id } = await created(sendBytes(ben.api, pngBytes(100)));
    assert.equal((await ana.api.post(path, { file_id })).status, 404);
    await created(office.api.post(path, { file_id }));
    assert.equal((await ana.api.get(`/v1/files/${file_id}`)).status, 200);
  });

  it('is the avatar of a user if it is an image, and colleagues see it', async () => {
    const { file_id } = await created(sendBytes(office.api, pngBytes(100)));
    const path = `/v1/users/${ben.userId}`;
    const { body } = await office.api.patch(path, { avatar_file_id: file_id });
    assert.equal(body.avatar_file_id, file_id);
    assert.equal((await ana.api.get(`/v1/files/${file_id}`)).status, 200);
    assert.equal((await ben.api.get('/v1/me')).body.user.avatar_file_id, file_id);
    const pdf = await created(sendBytes(office.api, '%PDF-1.7'));
    const wrong = await office.api.patch(path, { avatar_file_id: pdf.file_id });
    assert.deepEqual(fieldErrors(wrong), ['/avatar_file_id not_an_image']);
    for (const avatar_file_id of [
      ben.userId,
      file_id.replace(/.$/, file_id.endsWith('0') ? '1' : '0'),
    ]) {
      const { status, body: problem } = await office.api.patch(path, { avatar_file_id });
      assert.deepEqual([status, problem.errors[0].pointer], [404, '/avatar_file_id']);
    }
    const none = await office.api.patch(path, { avatar_file_id: null });
    assert.equal(none.body.avatar_file_id, null);
  });

  it('is emptied when the person of its job is erased, and stays as a row', async () => {
    const { api } = office;
    const lead = await created(
      api.post('/v1/leads', { phone: '+14155557711', service_needed: 'ac_repair' }),
    );
    const job = await created(api.post('/v1/jobs', { lead_id: lead.lead_id, title: 'AC' }));
    const { file_id } = await created(sendBytes(api, pngBytes(100_000), { name: 'Erika.png' }));
    await created(api.post(`/v1/jobs/${job.job_id}/attachments`, { file_id }));
    await api.post(`/v1/jobs/${job.job_id}/cancel`);
    const { status, body } = await api.post(`/v1/customers/${job.customer_id}/erase`);
    assert.equal(status, 202, JSON.stringify(body));
    await eventually(
      async () => (await api.get(`/v1/erasures/${body.erasure_id}`)).body.status === 'completed',
    );
    const erased = (await api.get(`/v1/files/${file_id}`)).body;
    assert.equal(erased.name, '[erased]');
    assert.notEqual(erased.erased_at, null);
    const sql = `select distinct length(bytes) as length from file_chunks where file_id = $1`;
    assert.deepEqual((await service.owner.query(sql, [toUuid('file', file_id)])).rows, [
      { length: 0 },
    ]);
    const gone = await api.get(`/v1/files/${file_id}/content`);
    assert.deepEqual([gone.status, gone.body.code], [409, 'file_erased']);
    const reused = await api.post(`/v1/jobs/${workOfAna.job}/attachments`, { file_id });
    assert.equal(reused.body.code, 'file_erased');
  });

  it('cannot be changed or lose its content by a statement of the service', async () => {
    const { file_id } = await created(sendBytes(office.api, pngBytes(100)));
    const as = {
      organizationId: toUuid('organization', office.organizationId) ?? '',
      actor: ACTOR,
    };
    for (const text of [
      `update files set name = 'x' where organization_id = $1 and file_id = $2`,
      `update files set status = 'abandoned' where organization_id = $1 and file_id = $2`,
      'delete from file_chunks where organization_id = $1 and file_id = $2',
      `update file_chunks set bytes = '' where organization_id = $1 and file_id = $2`,
      'delete from files where organization_id = $1 and file_id = $2',
    ]) {
      const tried = service.database.transaction(as, async (tx) => {
        await tx.query({ name: `try_${text.slice(0, 30)}`, text }, [
          tx.organizationId,
          toUuid('file', file_id),
        ]);
      });
      await assert.rejects(tried, text);
    }
  });
});

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

/** Sends nothing yet. */
function start(path: string, headers: Record<string, string | number>) {
  const sent = request(service.url + path, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${office.token}` },
  });
  return sent.on('error', () => {});
}
