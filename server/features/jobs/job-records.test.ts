import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastOf } from '../../testing/first-of.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Shop } from '../../testing/sold.ts';

const service = sharedService();
const shop = shared(() => Shop.open(service));

/** Reads a whole list with two items per page. */
async function pages(path: string): Promise<Record<string, unknown>[]> {
  const seen = [];
  for (let cursor = ''; ; ) {
    const { body } = await shop.api.get(`${path}?limit=2${cursor}`);
    seen.push(...body.data);
    if (!body.has_more) return seen;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

describe('the checklist of a job', () => {
  const add = (jobId: string, title: string) =>
    shop.api.post(`/v1/jobs/${jobId}/checklist`, { title });
  const mark = (itemId: string, verb: 'check' | 'uncheck') =>
    shop.api.post(`/v1/checklist-items/${itemId}/${verb}`);
  const changes = async (job: { lifecycle_number: string }) =>
    (await shop.events(job)).filter(({ type }) => type === 'job.checklist_changed');

  it('adds items at the end and is returned with the job', async () => {
    const job = await shop.sold();
    service.clock.advance(1_000);
    await add(job.job_id, ' Shut off the gas ');
    const { status, body } = await add(job.job_id, 'Drain the tank');
    assert.equal(status, 201);
    const created_at = service.clock.now().toISOString();
    assert.deepEqual(
      body.checklist.map(({ item_id: _, ...item }: { item_id: string }) => item),
      ['Shut off the gas', 'Drain the tank'].map((title) => ({
        title,
        checked_at: null,
        changed_at: null,
        created_at,
      })),
    );
    assert.deepEqual(await shop.read(job.job_id), body);
    assert.deepEqual(lastOf(await changes(job)).data, body);
  });

  it('is checked and unchecked item by item, and a repeated request emits no event', async () => {
    const job = await shop.sold();
    await add(job.job_id, 'Shut off the gas');
    const [item] = (await add(job.job_id, 'Drain the tank')).body.checklist;
    service.clock.advance(1_000);
    const now = service.clock.now().toISOString();
    for (const [verb, checked] of [
      ['uncheck', null],
      ['check', now],
      ['check', now],
      ['uncheck', null],
    ] as const) {
      const { status, body } = await mark(item.item_id, verb);
      assert.equal(status, 200);
      const times = body.checklist.map((one: { checked_at: string | null }) => one.checked_at);
      assert.deepEqual(times, [checked, null], verb);
      assert.deepEqual(await shop.read(job.job_id), body);
    }
    const events = await changes(job);
    assert.equal(events.length, 4);
    assert.deepEqual(Object.keys(lastOf(events).previous), ['checklist']);
  });

  it('loses no change of simultaneous requests', async () => {
    const job = await shop.sold();
    const titles = Array.from({ length: 10 }, (_, n) => `Step ${n}`);
    const added = await Promise.all(titles.map((title) => add(job.job_id, title)));
    assert(added.every(({ status }) => status === 201));
    const { checklist } = await shop.read(job.job_id);
    await Promise.all(checklist.map((item: { item_id: string }) => mark(item.item_id, 'check')));
    const done = await shop.read(job.job_id);
    assert.deepEqual(done.checklist.map(({ title }: { title: string }) => title).sort(), titles);
    assert(done.checklist.every(({ checked_at }: { checked_at: string }) => checked_at !== null));
  });

  it('has at most 200 items, each with a title', async () => {
    const job = await shop.sold();
    for (const title of ['', ' ', 'x'.repeat(201)]) {
      assert.equal((await add(job.job_id, title)).status, 422);
    }
    await service.owner.query(
      `insert into job_checklist_items
         (organization_id, item_id, job_id, title, created_at, updated_at)
       select organization_id, gen_random_uuid(), job_id, 'x', now(), now()
       from jobs, generate_series(1, 200) where lifecycle_number = $1`,
      [job.lifecycle_number],
    );
    const { status, body } = await add(job.job_id, 'One more');
    assert.deepEqual([status, body.code], [409, 'checklist_full']);
  });
});

describe('the notes of a job', () => {
  it('are stored exactly as sent with their author, and listed newest first', async () => {
    const job = await shop.sold();
    const path = `/v1/jobs/${job.job_id}/notes`;
    const created = [];
    for (const text of ['First', ' The valve is\nbehind the dryer. ', 'Third']) {
      const { status, body } = await shop.api.post(path, { text });
      assert.deepEqual([status, body.text, body.author], [201, text, 'First token']);
      assert.equal(body.lifecycle_number, job.lifecycle_number);
      created.push(body);
    }
    assert.deepEqual(await pages(path), created.toReversed());
    assert.equal((await shop.read(job.job_id)).notes_count, 3);
    const event = await shop.lastEvent(job);
    assert.deepEqual([event.type, event.data], ['job.note_added', created[2]]);
  });

  it('are refused when they are empty or too long', async () => {
    const { job_id } = await shop.sold();
    for (const body of [{}, { text: ' ' }, { text: 'x'.repeat(10_001) }, { text: 'x', by: 'me' }]) {
      assert.equal((await shop.api.post(`/v1/jobs/${job_id}/notes`, body)).status, 422);
    }
  });
});

describe('the attachments of a job', () => {
  const PHOTO = {
    url: 'https://files.example.com/photos/7f3a91.jpg',
    name: 'Before',
    content_type: 'image/jpeg',
    size_bytes: 482_133,
  };

  it('are references with the lifecycle number, listed newest first', async () => {
    const job = await shop.sold();
    const path = `/v1/jobs/${job.job_id}/attachments`;
    const created = [];
    const plain = {
      url: 'HTTPS://files.example.com/a.txt',
      content_type: 'text/plain; charset=utf-8',
    };
    for (const attachment of [PHOTO, { url: PHOTO.url, name: ' After ' }, { ...PHOTO, ...plain }]) {
      const { status, body } = await shop.api.post(path, attachment);
      assert.equal(status, 201);
      created.push(body);
    }
    const { attachment_id, job_id, lifecycle_number, created_at, updated_at, ...sent } = created[0];
    assert.match(attachment_id, /^attachment_/);
    const photo = { ...PHOTO, kind: 'photo', file_id: null };
    assert.deepEqual([job_id, lifecycle_number, sent], [job.job_id, job.lifecycle_number, photo]);
    assert.equal(created_at, updated_at);
    assert.deepEqual(
      [created[1].name, created[1].content_type, created[1].size_bytes],
      ['After', null, null],
    );
    assert.deepEqual(await pages(path), created.toReversed());
    assert.equal((await shop.read(job.job_id)).attachments_count, 3);
    const event = await shop.lastEvent(job);
    assert.deepEqual([event.type, event.data], ['job.attachment_added', created[2]]);
  });

  it('accept only http and https URLs and valid fields', async () => {
    const { job_id } = await shop.sold();
    for (const wrong of [
      { url: undefined },
      { url: 'x' },
      { url: 'javascript:alert(1)' },
      { url: 'file:///etc/passwd' },
      { content_type: 'a picture' },
      { name: ' ' },
      { size_bytes: -1 },
      { size_bytes: 1.5 },
      { content: 'x' },
    ]) {
      const body = { ...PHOTO, ...wrong };
      const { status } = await shop.api.post(`/v1/jobs/${job_id}/attachments`, body);
      assert.equal(status, 422, JSON.stringify(wrong));
    }
  });
});
