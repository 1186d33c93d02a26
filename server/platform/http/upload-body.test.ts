import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { readUpload } from './upload-body.ts';

describe('the body of an upload', () => {
  /** As much of a request as is read here. */
  function upload(headers: Record<string, string> = {}) {
    const raw = Object.assign(new PassThrough(), { headers });
    return { raw, body: readUpload({ raw }, 10) };
  }

  it('is read as it arrives', async () => {
    const { raw, body } = upload();
    raw.end('name');
    const chunks: string[] = [];
    for await (const chunk of body) chunks.push(String(chunk));
    assert.deepEqual(chunks, ['name']);
  });

  it('that is not read to its end lets go of the rest, so that it can be discarded', async () => {
    const { raw, body } = upload();
    raw.write('name');
    await body.next();
    await body.return();
    raw.end('rest');
    raw.resume();
    await once(raw, 'end', { signal: AbortSignal.timeout(5_000) });
  });

  it('is refused with 408 request_timeout when nothing arrives for a while', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { body } = upload();
    const refused = assert.rejects(body.next(), { status: 408, code: 'request_timeout' });
    t.mock.timers.tick(10 * 60_000);
    await refused;
  });

  it('is refused with 408 request_timeout when it only trickles in', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const { raw, body } = upload();
    const pass = (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
    };
    for (let count = 0; count < 3; count += 1) {
      const next = body.next();
      pass(9_000);
      raw.write('x');
      assert.equal(String((await next).value), 'x');
    }
    const refused = assert.rejects(body.next(), { status: 408, code: 'request_timeout' });
    pass(3_000);
    await refused;
  });

  it('can take as long as it needs at a kilobyte per second, and while we are busy', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const raw = Object.assign(new PassThrough(), { headers: {} });
    const body = readUpload({ raw }, 2 ** 20);
    const pass = (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
    };
    for (let count = 0; count < 10; count += 1) {
      const next = body.next();
      pass(29_000);
      raw.write(Buffer.alloc(30 * 1024));
      let read = (await next).value?.length ?? 0;
      while (read < 30 * 1024) read += (await body.next()).value?.length ?? 0;
      now += 60_000;
    }
    raw.end();
    assert.equal((await body.next()).done, true);
  });

  it('is refused with 400 upload_broken_off when the connection ends early', async () => {
    const { raw, body } = upload();
    raw.destroy(new Error('aborted'));
    await assert.rejects(body.next(), { status: 400, code: 'upload_broken_off' });
  });

  it('is refused with 413 body_too_large, by its length or by what arrives', async () => {
    const announced = upload({ 'content-length': '11' });
    await assert.rejects(announced.body.next(), { status: 413, code: 'body_too_large' });
    const sent = upload();
    sent.raw.end('eleven char');
    await assert.rejects(sent.body.next(), { status: 413, code: 'body_too_large' });
  });
});
