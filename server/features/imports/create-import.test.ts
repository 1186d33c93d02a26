import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

const service = sharedService({ hasWorker: true });
const organization = shared(() => service.newOrganization());

interface Sending {
  type?: string;
  query?: string;
  key?: string;
  as?: TestOrganization;
}

function send(file: string | Uint8Array<ArrayBuffer>, sending: Sending = {}): Promise<ApiResponse> {
  const { type = CSV, query = '', key, as = organization } = sending;
  const headers = { 'content-type': type, ...(key ? { 'idempotency-key': key } : {}) };
  return as.api.post(`/v1/imports${query}`, undefined, { raw: file, headers });
}

/** Sends the file and waits until the import has ended. */
async function importFile(file: string | Uint8Array<ArrayBuffer>, sending: Sending = {}) {
  const { status, body } = await send(file, sending);
  assert.equal(status, 202, JSON.stringify(body));
  return completed(body.import_id, sending.as);
}

function completed(importId: string, as = organization) {
  return eventually(async () => {
    const { body } = await as.api.get(`/v1/imports/${importId}`);
    return body.status === 'running' ? null : body;
  });
}

const bytes = (text: string, encoding: BufferEncoding) =>
  Uint8Array.from(Buffer.from(text, encoding));
const codes = ({ errors }: { errors: { line: number; code: string }[] }) =>
  errors.map(({ line, code }) => `${line} ${code}`);
const counts = ({ total, accepted, duplicates, repeated, rejected }: Record<string, number>) => ({
  total,
  accepted,
  duplicates,
  repeated,
  rejected,
});
const phone = () => freshLead().phone as string;
const named = async (name: string) => {
  const { body } = await organization.api.get(`/v1/leads?q=${encodeURIComponent(name)}`);
  return body.data;
};

describe('createImport', () => {
  it('captures every row of a CSV file as a lead, with its number, consent and events', async () => {
    const own = await service.newOrganization();
    const file =
      `Name,PHONE, E-Mail ,source,Source Ref,Service-Needed,address,notes,consent_sms,consent_call
Amara Okafor,(415) 555-2671,,yelp,y-1,ac_repair,"12 Oak St, Chicago, IL 60601","two
lines, and ""quotes""",granted,denied
,,lee@example.org,,,drain_cleaning,,,,
`.replace(' E-Mail ', ' Email ');
    const report = await importFile(file, { as: own });
    assert.equal(report.status, 'completed');
    assert.deepEqual(counts(report), {
      total: 2,
      accepted: 2,
      duplicates: 0,
      repeated: 0,
      rejected: 0,
    });
    assert.equal(report.bytes_done, Buffer.byteLength(file));
    assert.equal(report.bytes_total, report.bytes_done);
    assert.notEqual(report.completed_at, null);

    const { body } = await own.api.get('/v1/leads');
    // Without what only the list shows.
    const [lee, amara] = await Promise.all(
      body.data.map(async ({ lead_id }: { lead_id: string }) => {
        return (await own.api.get(`/v1/leads/${lead_id}`)).body;
      }),
    );
    assert.equal(amara.name, 'Amara Okafor');
    assert.equal(amara.phone, '+14155552671');
    assert.equal(amara.source, 'yelp');
    assert.equal(amara.source_ref, 'y-1');
    assert.equal(amara.notes, 'two\nlines, and "quotes"');
    assert.equal(amara.status, 'qualified');
    assert.equal(amara.consent.sms.status, 'granted');
    assert.equal(amara.consent.call.status, 'denied');
    assert.equal(amara.consent.email.status, 'unknown');
    assert.equal(lee.source, 'import');
    assert.notEqual(lee.lifecycle_number, amara.lifecycle_number);
    assert(
      lee.lifecycle_number > amara.lifecycle_number,
      'lifecycle numbers are not in the order of the file',
    );

    const { body: log } = await own.api.get('/v1/events?limit=200');
    const events = log.data.slice(-6);
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      [
        'import.started',
        'lead.created',
        'lead.qualified',
        'lead.created',
        'lead.qualified',
        'import.completed',
      ],
    );
    log.data.forEach(({ seq }: { seq: number }, index: number) => {
      assert.equal(seq, index + 1, 'the log has a gap');
    });
    assert.deepEqual(events[1].data, amara);
    assert.equal(events[1].lifecycle_number, amara.lifecycle_number);
    assert.deepEqual(events[4].data, lee);
    const { errors: _errors, has_more: _more, next_cursor: _cursor, ...resource } = report;
    assert.deepEqual(events[5].data, resource);
    for (const { actor } of events) assert.deepEqual(actor, events[0].actor);
    assert.equal(events[0].actor.type, 'token');
  });

  it('takes where a lead came from, and values of your own, from columns', async () => {
    const file = `phone,service_needed,UTM Source,utm_campaign,gclid,landing_page,Metadata.Plan,metadata.__proto__
${phone()},ac_repair,google,spring,g-1,https://alder.example.com/,gold,x
${phone()},ac_repair,,,,,,
${phone()},ac_repair,${'x'.repeat(501)},,,,,
`;
    const own = await service.newOrganization();
    const report = await importFile(file, { as: own });
    assert.deepEqual(codes(report), ['4 too_long']);
    const { body } = await own.api.get('/v1/leads?metadata.Plan=gold');
    const [lead] = body.data;
    assert.equal(body.data.length, 1);
    const { utm_source, utm_campaign, gclid, landing_page, campaign } = lead.attribution;
    assert.deepEqual(
      [utm_source, utm_campaign, gclid, landing_page, campaign],
      ['google', 'spring', 'g-1', 'https://alder.example.com/', 'spring'],
    );
    assert.deepEqual(Object.entries(lead.metadata).sort(), [
      ['Plan', 'gold'],
      ['__proto__', 'x'],
    ]);
    const all = await own.api.get('/v1/leads');
    assert.deepEqual(
      all.body.data
        .map(({ metadata }: { metadata: object }) => Object.keys(metadata).length)
        .sort(),
      [0, 2],
    );
    const refused = await send('phone,service_needed,metadata.a b,utm_source,UTM-Source\n');
    assert.deepEqual(
      refused.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`),
      ['/columns/metadata.a b unknown_column', '/columns/utm_source repeated_column'],
    );
  });

  it('imports NDJSON with the rules of a single capture', async () => {
    const fine = freshLead({ name: 'Ndjson Person', consent: { sms: 'granted', wording: 'Yes.' } });
    const lines = [
      JSON.stringify(fine),
      '',
      '{"phone": ',
      JSON.stringify({ ...freshLead(), color: 'red' }),
      JSON.stringify({ ...freshLead(), name: 'a\u0000b' }),
      JSON.stringify({ ...freshLead(), name: '\ud800' }),
      JSON.stringify({ ...freshLead(), name: 'x'.repeat(201) }),
      JSON.stringify({ ...freshLead(), notes: 5 }),
      JSON.stringify({ ...freshLead(), transcript: { channel: 'call', text: 'Hello' } }),
      '[]',
      'null',
      '{}',
    ];
    const report = await importFile(`\n${lines.join('\r\n')}`, { type: NDJSON });
    assert.deepEqual(codes(report), [
      '4 malformed_json',
      '5 unknown_field',
      '6 nul_character',
      '7 invalid_unicode',
      '8 too_long',
      '9 wrong_type',
      '10 unknown_field',
      '11 wrong_type',
      '12 wrong_type',
      '13 contact_channel_missing',
      '13 service_intent_missing',
    ]);
    assert.deepEqual(counts(report), {
      total: 11,
      accepted: 1,
      duplicates: 0,
      repeated: 0,
      rejected: 10,
    });
    const [lead] = await named('Ndjson Person');
    assert.equal(lead.phone, fine.phone);
    assert.equal(lead.consent.sms.wording, 'Yes.');
    for (const { detail } of report.errors) assert(detail.length > 10);
  });

  it('reports rejected rows by line, and imports the others', async () => {
    const file = [
      'phone,email,service_needed,notes,consent_sms',
      `${phone()},,ac_repair,"a note`,
      'over three',
      'lines",',
      `12,,ac_repair,,`,
      '',
      `${phone()},,ac_repair`,
      `${phone()},,ac_repair,,,`,
      ' , ,,,',
      `${phone()},,AC Repair!,,`,
      ',not-an-address,ac_repair,,maybe',
      ',,ac_repair,,',
      `${phone()},,ac_repair,"quoted" and not,`,
      `${phone()},,ac_repair,5" pipe,granted`,
    ].join('\r\n');
    const report = await importFile(file);
    assert.deepEqual(codes(report), [
      '5 phone_unreadable',
      '7 wrong_cell_count',
      '8 wrong_cell_count',
      '10 invalid_format',
      '11 not_allowed',
      '11 invalid_format',
      '12 contact_channel_missing',
      '13 malformed_quote',
    ]);
    assert.equal(report.accepted, 2);
    assert.equal(report.rejected, 7);
    assert.equal(report.total, 9);
  });

  it('reads semicolons and tabs, CR line ends, a byte order mark, and blank lines before the header', async () => {
    const files = [
      `phone;service_needed;name\n${phone()};ac_repair;Semi Colon\n`,
      `\ufeffphone\tservice_needed\tname\r${phone()}\tac_repair\tTab Return\r`,
      `\r\n  \n"service_needed","phone"\n"ac_repair","${phone()}"`,
    ];
    for (const file of files) {
      const report = await importFile(file);
      assert.deepEqual(report.errors, []);
      assert.equal(report.accepted, 1, JSON.stringify(file));
    }
  });

  it('reads UTF-16 by its byte order mark, and other charsets by the Content-Type', async () => {
    const file = (name: string) => `phone,service_needed,name\n${phone()},ac_repair,${name}\n`;
    const utf16 = bytes(`\ufeff${file('Žofie Ünal')}`, 'utf16le');
    const swapped = Uint8Array.from(Buffer.from(utf16).swap16());
    assert.equal((await importFile(utf16)).accepted, 1);
    assert.equal((await importFile(swapped)).accepted, 1);
    assert.equal((await named('Žofie Ünal')).length, 2);
    const latin1 = bytes(file('Zoë Müller'), 'latin1');
    assert.equal(
      (await importFile(latin1, { type: 'text/csv; charset=windows-1252' })).accepted,
      1,
    );
    assert.equal((await importFile(latin1, { type: 'text/csv;charset="ISO-8859-1"' })).repeated, 0);
    const [zoe] = await named('Zoë Müller');
    assert.equal(zoe.name, 'Zoë Müller');
  });

  it('rejects a row that is not UTF-8 if no charset is given, and says how to give it', async () => {
    const file = `phone,service_needed,name\n${phone()},ac_repair,Zoë\n${phone()},ac_repair,Zoe\n`;
    const report = await importFile(bytes(file, 'latin1'));
    assert.deepEqual(codes(report), ['2 invalid_encoding']);
    assert.match(report.errors[0].detail, /charset=windows-1252/);
    assert.equal(report.accepted, 1);
    const broken = Uint8Array.from([...Buffer.from(file), 0x81, 0x2c]);
    const shifted = await importFile(broken, { type: 'text/csv; charset=utf-8' });
    assert.deepEqual(codes(shifted), ['4 invalid_encoding']);
  });

  it('continues after a quote that is never closed, however long the file is', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, () => `${phone()},ac_repair,fine\n`).join('');
    const short = await importFile(
      `phone,service_needed,notes\n${phone()},ac_repair,"open\n${rows(3)}`,
    );
    assert.deepEqual(codes(short), ['2 unclosed_quote']);
    assert.equal(short.accepted, 3);
    const filler = `${'x'.repeat(60_000)}\n`.repeat(6);
    const long = await importFile(
      `phone,service_needed,notes\n${phone()},ac_repair,"open\n${filler}${rows(2)}`,
    );
    assert.equal(codes(long)[0], '2 record_too_long');
    assert.equal(long.accepted, 2);
    const endless = `phone,service_needed\n${'9'.repeat(1_500_000)},ac_repair\n${phone()},ac_repair\n`;
    const line = await importFile(endless);
    assert.deepEqual(codes(line), ['2 record_too_long']);
    assert.equal(line.accepted, 1);
  });

  it('uses the source and the service of the query for rows without them', async () => {
    const file = `phone,source,name\n${phone()},,Query One\n${phone()},fair,Query Two\n`;
    const query = '?source=trade_show&service_needed=tune_up';
    assert.equal((await importFile(file, { query })).accepted, 2);
    const [one] = await named('Query One');
    const [two] = await named('Query Two');
    assert.deepEqual([one.source, one.service_needed], ['trade_show', 'tune_up']);
    assert.deepEqual([two.source, two.service_needed], ['fair', 'tune_up']);
  });

  it('counts a row with a known source and source_ref as repeated, and creates no lead', async () => {
    const [first, second] = [phone(), phone()];
    await organization.api.post('/v1/leads', freshLead({ source: 'crm', source_ref: 'known' }));
    const file = `phone,service_needed,source,source_ref
${first},ac_repair,crm,known
${second},ac_repair,crm,new
${second},ac_repair,crm,new
${phone()},ac_repair,other,known
`;
    const report = await importFile(file);
    assert.deepEqual(counts(report), {
      total: 4,
      accepted: 2,
      duplicates: 0,
      repeated: 2,
      rejected: 0,
    });
    const again = await importFile(file);
    assert.equal(again.repeated, 4);
  });

  it('applies the organization’s qualification policy to every row', async () => {
    const own = await service.newOrganization();
    const rule = 'lead.source == "partner"';
    await own.api.patch('/v1/organization', { qualification_policy: rule });
    const file = `phone,service_needed,source\n${phone()},a,partner\n${phone()},a,walk_in\n`;
    await importFile(file, { as: own });
    const { body } = await own.api.get('/v1/leads');
    assert.deepEqual(
      body.data.map(({ status }: { status: string }) => status),
      ['new', 'qualified'],
    );
  });

  it('completes a file that has only a header', async () => {
    const report = await importFile('phone,service_needed');
    assert.equal(report.total, 0);
    assert.equal(report.status, 'completed');
  });

  describe('refuses immediately', () => {
    const refused = async (
      file: string,
      sending: Sending,
      status: number,
      code: string,
      errors: string[] = [],
    ) => {
      const response = await send(file, sending);
      assert.equal(response.status, status, JSON.stringify(response.body));
      assert.equal(response.body.code, code);
      const found = (response.body.errors ?? []).map(
        (error: Record<string, string>) => `${error.pointer} ${error.code}`,
      );
      assert.deepEqual(found, errors);
      return response.body;
    };

    it('missing, unknown and repeated columns, all at once, with the next step', async () => {
      const problem = await refused('name,Fax,name,a/b\n', {}, 422, 'validation_failed', [
        '/columns/Fax unknown_column',
        '/columns/name repeated_column',
        '/columns/a~1b unknown_column',
        '/columns/service_needed missing_column',
        '/columns/phone missing_column',
      ]);
      assert.match(JSON.stringify(problem.errors), /ignore_unknown_columns=true/);
      const file = `phone,service_needed,Fax\n${phone()},ac_repair,123\n`;
      const query = '?ignore_unknown_columns=true';
      assert.equal((await importFile(file, { query })).accepted, 1);
    });

    it('an empty file', async () => {
      for (const file of ['', '\ufeff', '\n \r\n\n']) {
        for (const type of [CSV, NDJSON]) {
          await refused(file, { type }, 422, 'import_empty', [' import_empty']);
        }
      }
    });

    it('content types other than CSV and NDJSON, and unknown charsets', async () => {
      for (const type of ['application/json', 'text/plain', 'x', 'multipart/form-data']) {
        const problem = await refused('phone', { type }, 415, 'unsupported_media_type');
        assert.match(problem.detail, /text\/csv.*application\/x-ndjson/);
      }
      await refused('phone', { type: 'text/csv; charset=klingon' }, 415, 'unsupported_charset');
    });

    it('an invalid query, before the file is read', async () => {
      await refused('x', { query: '?service_needed=A%20B' }, 422, 'validation_failed', [
        '/service_needed invalid_format',
      ]);
      await refused('x', { query: '?source=%20' }, 422, 'validation_failed', ['/source too_short']);
      await refused('x', { query: '?ignore_unknown_columns=2' }, 422, 'validation_failed', [
        '/ignore_unknown_columns wrong_type',
      ]);
    });

    it('a file over 1 GiB, by its Content-Length', async () => {
      const { status, body } = await upload(organization.token, {
        headers: { 'content-length': String(2 ** 30 + 1) },
        pieces: ['phone,service_needed\n'],
      });
      assert.equal(status, 413);
      assert.equal(body.code, 'body_too_large');
    });

    it('while the file is still being sent, and stores nothing', async () => {
      const countImports = async () => {
        const { rows } = await service.owner.query(
          'select count(*)::integer as n from imports where organization_id = $1',
          [uuidFrom('organization', organization.organizationId)],
        );
        return rows[0].n;
      };
      const before = await countImports();
      const pieces = ['name,fax\n', ...Array.from({ length: 400 }, () => 'x'.repeat(65_536))];
      for (const [token, status] of [
        ['tl_wrong', 401],
        [organization.token, 422],
      ] as const) {
        assert.equal((await upload(token, { pieces })).status, status);
      }
      const { body } = await organization.api.post('/v1/tokens', {
        name: 'Reader',
        scopes: ['leads:read'],
      });
      assert.equal((await upload(body.token, { pieces })).status, 403);
      assert.equal(await countImports(), before);
    });
  });

  describe('with an Idempotency-Key', () => {
    const file = () => `phone,service_needed\n${phone()},ac_repair\n`;

    it('returns the same import with its current progress for the same file', async () => {
      const sent = file();
      const first = await send(sent, { key: 'twice' });
      assert.equal(first.headers.get('idempotent-replayed'), null);
      await completed(first.body.import_id);
      const again = await send(sent, { key: 'twice' });
      assert.equal(again.status, 202);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal(again.body.import_id, first.body.import_id);
      assert.equal(again.body.accepted, 1);
      const other = await send(sent, { key: 'twice', as: await service.newOrganization() });
      assert.equal(other.headers.get('idempotent-replayed'), null);
      assert.notEqual(other.body.import_id, first.body.import_id);
    });

    it('refuses another file, and the same file with another query', async () => {
      const sent = file();
      await send(sent, { key: 'reused' });
      for (const [other, query] of [
        [file(), ''],
        [sent, '?source=elsewhere'],
      ] as const) {
        const { status, body } = await send(other, { key: 'reused', query });
        assert.equal(status, 422);
        assert.equal(body.code, 'idempotency_key_reused');
      }
    });

    it('refuses a second upload while the first is running, and starts again when the first was interrupted', async () => {
      const row = `${phone()},ac_repair,${'x'.repeat(1_000)}\n`;
      const sent = `phone,service_needed,notes\n${row.repeat(500)}`;
      const broken = openUpload(organization.token, { 'idempotency-key': 'broken' });
      broken.on('error', () => {});
      broken.write(sent.slice(0, 400_000));
      const importsOf = async () =>
        (
          await service.owner.query(
            `select status, (select count(*)::integer from import_chunks c where c.import_id = i.import_id) as chunks
             from imports i where bytes_total = 0 and organization_id = $1
             order by created_at desc, import_id desc limit 1`,
            [uuidFrom('organization', organization.organizationId)],
          )
        ).rows[0];
      await eventually(async () => (await importsOf())?.status === 'receiving');
      const { body: list } = await organization.api.get('/v1/imports?limit=200');
      for (const { status } of list.data) assert.notEqual(status, 'receiving');
      const second = await send(sent.slice(0, 100), { key: 'broken' });
      assert.equal(second.status, 409);
      assert.equal(second.body.code, 'idempotency_key_in_use');
      broken.destroy();
      const third = await eventually(async () => {
        const response = await send(sent, { key: 'broken' });
        return response.status === 409 ? null : response;
      });
      assert.equal(third.status, 202);
      assert.equal(third.headers.get('idempotent-replayed'), null);
      assert.deepEqual(await importsOf(), { status: 'abandoned', chunks: 0 });
      const report = await completed(third.body.import_id);
      assert.equal(report.accepted, 500);
      assert.equal(report.duplicates, 499);
    });
  });
});

describe('getImport', () => {
  it('returns errors in pages of 1,000', async () => {
    const rows = Array.from({ length: 1_203 }, () => 'not a phone,ac_repair\n').join('');
    const report = await importFile(`phone,service_needed\n${rows}`);
    assert.equal(report.rejected, 1_203);
    assert.equal(report.errors.length, 1_000);
    assert.equal(report.has_more, true);
    const path = `/v1/imports/${report.import_id}`;
    const { body: rest } = await organization.api.get(`${path}?cursor=${report.next_cursor}`);
    assert.equal(rest.errors.length, 203);
    assert.equal(rest.errors[0].line, 1_002);
    assert.equal(rest.next_cursor, null);
    const { body: few } = await organization.api.get(`${path}?limit=2`);
    assert.deepEqual(
      few.errors.map(({ line }: { line: number }) => line),
      [2, 3],
    );
    assert.equal((await organization.api.get(`${path}?cursor=x`)).status, 422);
    assert.equal((await organization.api.get(`${path}?limit=1001`)).status, 422);
  });

  it('does not show the imports of another organization', async () => {
    const { body } = await send('phone,service_needed\n');
    const other = await service.newOrganization();
    assert.equal((await other.api.get(`/v1/imports/${body.import_id}`)).status, 404);
    assert.equal((await other.api.get('/v1/imports')).body.data.length, 0);
  });
});

describe('listImports', () => {
  it('lists the newest first, without errors', async () => {
    const own = await service.newOrganization();
    const ids = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift((await send('phone,service_needed\nx,y\n', { as: own })).body.import_id);
    }
    const { body } = await own.api.get('/v1/imports?limit=2');
    assert.deepEqual(
      body.data.map(({ import_id }: { import_id: string }) => import_id),
      ids.slice(0, 2),
    );
    assert(!('errors' in body.data[0]));
    const { body: rest } = await own.api.get(`/v1/imports?cursor=${body.next_cursor}`);
    assert.equal(rest.data[0].import_id, ids[2]);
  });
});

function openUpload(token: string, headers: Record<string, string>) {
  return httpRequest(`${service.url}/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': CSV, ...headers },
  });
}

/** Sends piece by piece, and returns the response even if it arrives before everything is sent. */
async function upload(
  token: string,
  { headers = {}, pieces }: { headers?: Record<string, string>; pieces: string[] },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const sending = openUpload(token, headers);
  const responding = once(sending, 'response');
  sending.on('error', () => {});
  let hasResponse = false;
  responding.then(() => {
    hasResponse = true;
  });
  for (const piece of pieces) {
    if (hasResponse) break;
    if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), responding]);
  }
  const [response] = await responding;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  sending.destroy();
  return { status: response.statusCode, body: JSON.parse(text) };
}
