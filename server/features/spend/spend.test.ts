import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import type { Body } from '../../testing/source-stand.ts';

describe('what was spent', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const api = () => organization.api;
  const set = (source: string, date: string, amount: number, currency = 'USD') =>
    api().put('/v1/spend', { source, date, amount, currency });
  const list = async (query = ''): Promise<string[]> =>
    (await api().get(`/v1/spend?${query}`)).body.data.map(
      ({ source, date, amount, currency }: Body) => `${date} ${source} ${amount} ${currency}`,
    );
  const importFile = (raw: string | Buffer<ArrayBuffer>, type = 'text/csv') =>
    api().call('POST', '/v1/spend/import', undefined, { raw, headers: { 'content-type': type } });
  const events = async (): Promise<Body[]> =>
    (await api().get('/v1/events?limit=200')).body.data.filter(({ type }: Body) =>
      type.startsWith('spend.'),
    );

  it('is set by source and day, replaced, and the same again changes nothing', async () => {
    const first = await set('google_ads', '2027-03-01', 12_550);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    service.clock.advance(1_000);
    assert.deepEqual((await set('google_ads', '2027-03-01', 12_550)).body, first.body);
    const changed = await set('google_ads', '2027-03-01', 13_000, 'EUR');
    assert.deepEqual([changed.body.amount, changed.body.currency], [13_000, 'EUR']);
    assert.deepEqual(await list(), ['2027-03-01 google_ads 13000 EUR']);
    const [created, replaced, ...more] = await events();
    assert.deepEqual([created.previous, more], [null, []]);
    assert.deepEqual(replaced.previous, { amount: 12_550, currency: 'USD' });
  });

  it('is set once by requests at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => set('angi', '2027-03-02', 5_000)),
    );
    for (const { status } of all) assert.equal(status, 200);
    assert.deepEqual(await list(), ['2027-03-02 angi 5000 USD']);
  });

  it('is listed newest first, by source and range, page by page', async () => {
    for (const day of ['01', '02', '03']) {
      await set('angi', `2027-03-${day}`, 100);
      await set('google', `2027-03-${day}`, 200);
    }
    assert.deepEqual(await list('source=angi&from=2027-03-02'), [
      '2027-03-03 angi 100 USD',
      '2027-03-02 angi 100 USD',
    ]);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api().get(`/v1/spend?limit=4${cursor}`);
      seen.push(...body.data.map(({ date, source }: Body) => `${date} ${source}`));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    assert.equal(seen.length, 6);
    assert.deepEqual(seen, seen.toSorted().toReversed());
  });

  it('refuses what is no amount, day or currency', async () => {
    for (const [fields, pointer] of [
      [{ amount: -1 }, '/amount'],
      [{ amount: 1.5 }, '/amount'],
      [{ date: '2027-02-30' }, '/date'],
      [{ currency: 'XXQ' }, '/currency'],
      [{ source: ' ' }, '/source'],
    ] as const) {
      const given = { source: 'a', date: '2027-03-01', amount: 1, currency: 'USD', ...fields };
      const { status, body } = await api().put('/v1/spend', given);
      assert.deepEqual([status, body.errors[0].pointer], [422, pointer]);
    }
  });

  it('comes from a file as a whole, with costs as advertisers write them', async () => {
    const file =
      'Source;Date;Cost;Currency\r\ngoogle_ads;2027-03-01;125.5;USD\r\n"a;b";2027-03-02;7;JPY\r\n\r\n';
    const { status, body } = await importFile(file);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body, { rows: 2, changed: 2, from: '2027-03-01', to: '2027-03-02' });
    assert.deepEqual(await list(), ['2027-03-02 a;b 7 JPY', '2027-03-01 google_ads 12550 USD']);
    assert.equal((await importFile(file)).body.changed, 0);
    assert.equal((await events()).length, 1);
    const plain = await importFile('source,date,amount\nangi,2027-03-01,900\n');
    assert.equal(plain.body.changed, 1);
  });

  it('is refused as a whole if a row is wrong, with its line', async () => {
    const file =
      'source,date,cost\nangi,2027-03-01,1.00\nangi,2027-03-01,2.00\n,2027-13-01,x\nangi,2027-03-04,1.005\n';
    const { status, body } = await importFile(file);
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map(({ pointer }: Body) => pointer),
      ['/rows/3', '/rows/4/source', '/rows/4/date', '/rows/4/cost', '/rows/5/cost'],
    );
    assert.deepEqual(await list(), []);
    const yen = await importFile('source,date,cost,currency\nangi,2027-03-01,125.50,JPY\n');
    assert.equal(yen.body.errors[0].detail, 'Line 2: the cost must look like 12550.');
    for (const wrong of ['', 'x,y\n1,2\n', 'source,date,amount,cost\n']) {
      assert.equal((await importFile(wrong)).status, 422, wrong);
    }
  });

  it('comes from files of other programs, in their charset', async () => {
    const text = 'source,date,amount\nBüro,2027-03-01,900\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    assert.equal((await importFile(utf16)).status, 200);
    assert.deepEqual(await list(), ['2027-03-01 Büro 900 USD']);
    const latin1 = Buffer.from(text, 'latin1');
    const unknown = await importFile(latin1);
    assert.deepEqual([unknown.status, unknown.body.errors[0].code], [422, 'invalid_encoding']);
    assert.equal((await importFile(latin1, 'text/csv; charset=windows-1252')).body.changed, 0);
    assert.equal((await importFile(latin1, 'text/csv; charset=klingon')).status, 415);
  });

  it('has no day in the year 0, and a list can begin there', async () => {
    await set('angi', '2027-03-01', 100);
    const refused = await set('angi', '0000-01-01', 100);
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/date']);
    const file = await importFile('source,date,amount\nangi,0000-01-01,1\n');
    assert.equal(file.body.errors[0].pointer, '/rows/2/date');
    assert.deepEqual(await list('from=0000-01-01'), ['2027-03-01 angi 100 USD']);
    assert.deepEqual(await list('to=0000-12-31'), []);
  });

  it('is of one organization', async () => {
    await set('angi', '2027-03-01', 100);
    const other = (await service.newOrganization()).api;
    assert.deepEqual((await other.get('/v1/spend')).body.data, []);
  });
});
