import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { firstOf } from '../../testing/first-of.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { startTestService, type TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';

const SERVICES = [
  { code: 'water_heater_repair', label: 'Water heater repair' },
  { code: 'ac_repair', label: 'Air conditioning' },
];
const CONSENT = { text: 'Text me about my request. Reply STOP to end.', channels: ['sms', 'call'] };
const HOSTILE = `"><script>alert('x')</script>&amp;`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';

// The rest of its fields, and its shape, are checked against openapi.json by the client.
type Form = Record<'form_id' | 'form_key' | 'url' | 'embed_html' | 'form_html', string>;

const service = sharedService();

async function makeForm({ api }: TestOrganization, fields: object = {}): Promise<Form> {
  const answer = await api.post('/v1/forms', {
    name: 'Contact page',
    title: 'Ask Alder',
    services: SERVICES,
    ...fields,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

function open({ form_key }: Form, options: RequestInit = {}, path = ''): Promise<Response> {
  return fetch(`${service.url}/f/${form_key}${path}`, { redirect: 'manual', ...options });
}

function submit(
  { form_key }: Form,
  fields: Record<string, unknown>,
  url = service.url,
): Promise<Response> {
  const body = new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]));
  return fetch(`${url}/f/${form_key}`, { method: 'POST', body, redirect: 'manual' });
}

async function leadsOf({ api }: TestOrganization) {
  const { status, body } = await api.get('/v1/leads?limit=200');
  assert.equal(status, 200);
  return body.data;
}

/** What the pattern's group finds; fails where it finds nothing. */
function captured(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1] ?? assert.fail(`${pattern} is not in ${text}`);
}

function submissionIn(page: string): string {
  return captured(/name="submission" value="([0-9a-z]{26})"/, page);
}

function assertThanked(response: Response, form: Form): void {
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), `/f/${form.form_key}/thanks`);
}

/** What stands beside the field, and only if the field refers to it. */
function problemBeside(field: string, page: string): string {
  assert.match(
    page,
    new RegExp(`id="${field}" aria-invalid="true" aria-describedby="${field}-wrong"`),
  );
  assert.match(page, new RegExp(`<a href="#${field}">`));
  return captured(new RegExp(`id="${field}-wrong">([^<]*)<`), page);
}

describe('a form', () => {
  let organization: TestOrganization;
  before(async () => {
    organization = await service.newOrganization();
  });

  it('is made of a name, a title and services, and says where it is', async () => {
    const { form_id, form_key, created_at, updated_at, ...form } = (await makeForm(
      organization,
    )) as Form & Record<string, unknown>;
    assert.match(form_id, /^form_/);
    assert.match(form_key, /^[0-9a-hjkmnp-tv-z]{26}$/);
    assert.equal(created_at, updated_at);
    const { embed_html, form_html, ...rest } = form;
    assert.deepEqual(rest, {
      name: 'Contact page',
      title: 'Ask Alder',
      intro: null,
      source: 'web_form',
      services: SERVICES,
      consent: null,
      thank_you: 'Thank you. We have your request and will be in touch soon.',
      redirect_url: null,
      enabled: true,
      url: `${service.url}/f/${form_key}`,
    });
    assert(embed_html.startsWith(`<iframe src="${form.url}" title="Ask Alder"`));
    assert(
      form_html.startsWith(`<form action="${form.url}" method="post" accept-charset="utf-8">`),
    );
    const read = await organization.api.get(`/v1/forms/${form_id}`);
    assert.deepEqual(read.body, { form_id, form_key, created_at, updated_at, ...form });
  });

  it('has a key of its own that no other form ever had', async () => {
    const forms = await Promise.all(Array.from({ length: 20 }, () => makeForm(organization)));
    assert.equal(new Set(forms.map(({ form_key }) => form_key)).size, 20);
    const taken = service.owner.query(
      'insert into form_directory select organization_id, gen_random_uuid(), form_key from form_directory',
    );
    await assert.rejects(taken, { constraint: 'form_directory_key' });
    await assert.rejects(service.owner.query('delete from form_directory'), { code: '23001' });
    await assert.rejects(service.owner.query('delete from forms'), { code: '23001' });
  });

  it('gives the address that the operator has set, whatever the request says', async () => {
    const app = await startAnotherApp(service, { publicUrl: 'https://intake.example.com' });
    try {
      const { form_id, form_key } = await makeForm(organization);
      const api = app.as(organization.token);
      const url = `https://intake.example.com/f/${form_key}`;
      const { body } = await api.get(`/v1/forms/${form_id}`);
      assert.equal(body.url, url);
      assert(
        body.embed_html.includes(`src="${url}"`) && body.form_html.includes(`action="${url}"`),
      );
      const list = await api.get('/v1/forms?limit=1');
      assert.equal(list.body.data[0].url, url);
      const { body: changed } = await api.patch(`/v1/forms/${form_id}`, { title: 'Ask us' });
      assert.equal(changed.url, url);
    } finally {
      await app.stop();
    }
  });

  it('names everything that is wrong with it at once', async () => {
    const wrong: [body: Record<string, unknown>, errors: string[]][] = [
      [{}, ['/name required', '/title required', '/services required']],
      [
        { name: ' ', title: 'x'.repeat(201), services: [], source: '', enabled: 'yes' },
        [
          '/name too_short',
          '/title too_long',
          '/source too_short',
          '/services too_short',
          '/enabled wrong_type',
        ],
      ],
      [
        {
          services: [
            { code: 'Ac Repair', label: '' },
            { code: 'ac', label: 'A', price: 1 },
            { code: 'ac', label: 'B' },
          ],
        },
        [
          '/services/0/code invalid_format',
          '/services/0/label too_short',
          '/services/1/price unknown_field',
          '/services/2/code repeated',
        ],
      ],
      [
        { services: Array.from({ length: 51 }, (_, n) => ({ code: `s${n}`, label: 'S' })) },
        ['/services too_long'],
      ],
      [
        { consent: { text: ' ', channels: [] }, thank_you: '', intro: 'x'.repeat(2001) },
        [
          '/intro too_long',
          '/consent/text too_short',
          '/consent/channels too_short',
          '/thank_you too_short',
        ],
      ],
      [
        { consent: { text: 'x'.repeat(2001), channels: ['fax'] }, redirect_url: 'javascript:x' },
        [
          '/consent/text too_long',
          '/consent/channels/0 not_allowed',
          '/redirect_url invalid_format',
        ],
      ],
      [
        { consent: {}, form_key: 'mine', intro: 'a\0b' },
        [
          '/intro nul_character',
          '/form_key unknown_field',
          '/consent/text required',
          '/consent/channels required',
        ],
      ],
    ];
    const { form_id } = await makeForm(organization);
    for (const [fields, errors] of wrong) {
      const whole = { name: 'x', title: 'x', services: SERVICES, ...fields };
      const isEmpty = Object.keys(fields).length === 0;
      const answers = [
        await organization.api.post('/v1/forms', isEmpty ? {} : whole),
        ...(isEmpty ? [] : [await organization.api.patch(`/v1/forms/${form_id}`, fields)]),
      ];
      for (const { status, body } of answers) {
        assert.equal(status, 422, JSON.stringify(body));
        const found = body.errors.map((e: Record<string, string>) => `${e.pointer} ${e.code}`);
        assert.deepEqual(found.toSorted(), errors.toSorted());
      }
    }
  });

  it('redirects to nothing but a web address', async () => {
    for (const redirect_url of [
      'alder.example.com/thanks',
      '/thanks',
      '//alder.example.com',
      'ftp://alder.example.com',
      'data:text/html,x',
      'https://',
      'https://dana:secret@alder.example.com/',
      '',
    ]) {
      const { status, body } = await organization.api.post('/v1/forms', {
        name: 'x',
        title: 'x',
        services: SERVICES,
        redirect_url,
      });
      assert.equal(status, 422, redirect_url);
      assert.equal(body.errors[0].pointer, '/redirect_url');
    }
  });

  it('changes by what is sent alone, and null empties a field', async () => {
    const { form_id, form_key } = await makeForm(organization, {
      intro: 'Hello.',
      consent: CONSENT,
      redirect_url: 'https://alder.example.com/thanks',
    });
    const { body: renamed } = await organization.api.patch(`/v1/forms/${form_id}`, {
      title: ' Ask us ',
      source: ' landing_page ',
    });
    assert.equal(renamed.title, 'Ask us');
    assert.equal(renamed.source, 'landing_page');
    assert.equal(renamed.intro, 'Hello.');
    assert.deepEqual(renamed.consent, { ...CONSENT, channels: ['call', 'sms'] });
    const nothing = { intro: null, consent: null, redirect_url: null };
    const { body: emptied } = await organization.api.patch(`/v1/forms/${form_id}`, nothing);
    assert.deepEqual(
      { intro: emptied.intro, consent: emptied.consent, redirect_url: emptied.redirect_url },
      nothing,
    );
    assert.equal(emptied.form_key, form_key);
  });

  it('has its events, and none for a change that changes nothing', async () => {
    const own = await service.newOrganization();
    const { form_id, ...form } = await makeForm(own, { consent: CONSENT });
    const before = { form_id, ...form };
    const { body: off } = await own.api.patch(`/v1/forms/${form_id}`, { enabled: false });
    const same = { enabled: false, services: SERVICES.map(({ code, label }) => ({ label, code })) };
    const again = await own.api.patch(`/v1/forms/${form_id}`, { ...same, consent: CONSENT });
    assert.deepEqual(again.body, off);

    const { body } = await own.api.get('/v1/events');
    const events = body.data.filter(({ type }: { type: string }) => type.startsWith('form.'));
    assert.deepEqual(
      events.map(({ type, data, previous }: Record<string, unknown>) => ({ type, data, previous })),
      [
        { type: 'form.created', data: before, previous: null },
        { type: 'form.updated', data: off, previous: { enabled: true } },
      ],
    );
  });

  it('is listed newest first, page by page', async () => {
    const own = await service.newOrganization();
    const made = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await makeForm(own)).form_id);
    const ids = (body: { data: Form[] }) => body.data.map(({ form_id }) => form_id);
    const { body: first } = await own.api.get('/v1/forms?limit=2');
    assert.deepEqual(ids(first), made.slice(0, 2));
    const { body: rest } = await own.api.get(`/v1/forms?limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual(ids(rest), made.slice(2));
    assert.equal(rest.has_more, false);
  });

  it('is unknown to another organization', async () => {
    const { form_id } = await makeForm(organization);
    const other = await service.newOrganization();
    assert.equal((await other.api.get(`/v1/forms/${form_id}`)).status, 404);
    assert.equal((await other.api.patch(`/v1/forms/${form_id}`, { title: 'x' })).status, 404);
    assert.deepEqual((await other.api.get('/v1/forms')).body.data, []);
  });

  it('is made once under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one-form' };
    const body = { name: 'Once', title: 'Once', services: SERVICES };
    const first = await organization.api.post('/v1/forms', body, { headers });
    const second = await organization.api.post('/v1/forms', body, { headers });
    assert.deepEqual(second.body, first.body);
  });
});

describe('its page', () => {
  let organization: TestOrganization;
  before(async () => {
    organization = await service.newOrganization();
  });

  it('asks by labelled fields, without a script', async () => {
    const form = await makeForm(organization, { intro: 'Tell us.', consent: CONSENT });
    const response = await open(form);
    assert.equal(response.status, 200);
    const page = await response.text();
    assert.match(page, /<title>Ask Alder<\/title>/);
    assert.match(page, /<p class="text" dir="auto">Tell us\.<\/p>/);
    assert(!/<script|<link|<img|https?:/.test(page), 'it reaches for something outside');
    for (const [field, attributes] of Object.entries({
      name: 'type="text" autocomplete="name" maxlength="200"',
      phone: 'type="tel" inputmode="tel" autocomplete="tel" maxlength="50"',
      email: 'type="email" inputmode="email" autocomplete="email" maxlength="254"',
      address: 'rows="2" autocomplete="street-address" maxlength="500"',
      notes: 'rows="5" maxlength="10000"',
    })) {
      assert(page.includes(`<label for="${field}">`), field);
      assert(page.includes(`name="${field}" ${attributes} dir="auto" id="${field}"`), field);
    }
    assert.match(page, /<label for="service_needed">What do you need\? <span[^>]*>\(required\)/);
    assert.match(page, /<select name="service_needed" required [^>]*id="service_needed"/);
    assert.match(page, /<option value="ac_repair">Air conditioning<\/option>/);
    assert.match(page, /<input type="checkbox" name="consent" value="\w+" id="consent">/);
    assert.match(page, /<label for="consent" dir="auto">Text me about my request\./);
    assert(!page.includes('aria-invalid='), 'it complains before anything was sent');
  });

  it('hides a field from people that programs fill in', async () => {
    const page = await (await open(await makeForm(organization))).text();
    assert.match(
      page,
      /<p class="elsewhere" aria-hidden="true"><label>[^<]+<input name="website" tabindex="-1" autocomplete="off">/,
    );
    assert.match(page, /\.elsewhere \{ position: absolute; left: -9999px; \}/);
  });

  it('may be framed anywhere, and may load, run and send nothing else', async () => {
    const form = await makeForm(organization);
    for (const path of ['', '/thanks']) {
      const response = await open(form, {}, path);
      const style = captured(/<style>(.*)<\/style>/s, await response.text());
      const styleHash = hash('sha256', style, 'base64');
      assert.equal(
        response.headers.get('content-security-policy'),
        `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors *; base-uri 'none'`,
      );
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('x-frame-options'), null);
    }
  });

  it('shows no choice where there is one service, and takes it for chosen', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own, { services: [SERVICES[1]] });
    assert(!(await (await open(form)).text()).includes('<select'));
    assertThanked(await submit(form, { phone: freshLead().phone }), form);
    assert.equal((await leadsOf(own))[0].service_needed, 'ac_repair');
  });

  it('says nothing of its organization but what the form says', async () => {
    const form = await makeForm(organization, { name: 'Internal name', source: 'internal_source' });
    const pages = [await open(form), await open(form, {}, '/thanks'), await submit(form, {})];
    for (const page of await Promise.all(pages.map((one) => one.text()))) {
      for (const hidden of [
        'Internal',
        'internal_source',
        'Alder Heating',
        organization.organizationId,
      ]) {
        assert(!page.includes(hidden), hidden);
      }
    }
  });

  it('escapes whatever the organization wrote, in the page and in the HTML to paste', async () => {
    const form = await makeForm(organization, {
      title: HOSTILE,
      intro: HOSTILE,
      services: [{ code: 'ac', label: HOSTILE }, SERVICES[0]],
      consent: { text: HOSTILE, channels: ['email'] },
      thank_you: HOSTILE,
    });
    const page = await (await open(form)).text();
    const thanks = await (await open(form, {}, '/thanks')).text();
    for (const markup of [page, thanks, form.embed_html, form.form_html]) {
      assert(!markup.includes('<script'), markup);
      assert(markup.includes(ESCAPED), markup);
    }
    assert.equal(page.split(ESCAPED).length - 1, 5, 'title, heading, intro, label and consent');
  });

  it('shows every script and every sign as it was written', async () => {
    const title = 'اتصل بنا ‏ 🚿 Ōtautahi';
    const form = await makeForm(organization, { title, thank_you: `${title}\nשלום` });
    assert((await (await open(form)).text()).includes(`<h1 dir="auto">${title}</h1>`));
    assert((await (await open(form, {}, '/thanks')).text()).includes(`${title}\nשלום</p>`));
  });

  it('follows a change of the form at once', async () => {
    const form = await makeForm(organization);
    await organization.api.patch(`/v1/forms/${form.form_id}`, { title: 'Changed' });
    assert.match(await (await open(form)).text(), /<h1 dir="auto">Changed<\/h1>/);
  });

  it('is a page that says so where the key is unknown, malformed or off line, and captures nothing', async () => {
    const own = await service.newOrganization();
    const off = await makeForm(own, { enabled: false });
    const page = async (response: Response) => {
      assert.equal(response.status, 404);
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      return response.text();
    };
    const seen = new Set<string>();
    for (const form_key of [
      off.form_key,
      '0'.repeat(26),
      'x',
      off.form_key.toUpperCase(),
      '%00',
      "'",
    ]) {
      const form = { ...off, form_key };
      seen.add(await page(await open(form)));
      seen.add(await page(await open(form, {}, '/thanks')));
      seen.add(await page(await submit(form, freshLead())));
    }
    assert.equal(seen.size, 1, 'one kind of 404 can be told from another');
    assert.deepEqual(await leadsOf(own), []);
    await own.api.patch(`/v1/forms/${off.form_id}`, { enabled: true });
    assert.equal((await open(off)).status, 200);
  });

  it('answers HEAD without a body, and 405 to other methods', async () => {
    const form = await makeForm(organization);
    for (const path of ['', '/thanks']) {
      const head = await open(form, { method: 'HEAD' }, path);
      assert.equal(head.status, 200);
      assert.equal(await head.text(), '');
    }
    const put = await open(form, { method: 'PUT' });
    assert.equal(put.status, 405);
    assert.equal(put.headers.get('allow'), 'GET, POST');
    const thanks = await open(form, { method: 'POST' }, '/thanks');
    assert.equal(thanks.status, 405);
  });

  it('does not open by listing: without a tenant the directory shows the presented key alone', async () => {
    const form = await makeForm(organization);
    const { database } = service;
    const all = { name: 'all_of_directory', text: 'select form_key from form_directory' };
    assert.deepEqual(await database.withoutTenant(all, []), []);
    const presented = {
      name: 'presented_in_directory',
      text: `select d.form_key from set_config('app.form_key', $1, true) as set
             cross join lateral (select form_key from form_directory where set is not null) as d`,
    };
    assert.deepEqual(await database.withoutTenant(presented, [form.form_key]), [
      { form_key: form.form_key },
    ]);
    const left = {
      name: 'tenant_left_behind',
      text: `select nullif(current_setting('app.organization_id', true), '') as tenant`,
    };
    await open(form);
    for (let count = 0; count < 20; count += 1) {
      assert.deepEqual(await database.withoutTenant(left, []), [{ tenant: null }]);
    }
  });
});

describe('what a visitor sends', () => {
  it('becomes a lead of the form’s organization, with its events', async () => {
    const own = await service.newOrganization();
    const other = await service.newOrganization();
    const form = await makeForm(own, { source: 'contact_page', consent: CONSENT });
    const submission = submissionIn(await (await open(form)).text());
    const { phone } = freshLead();
    const response = await submit(form, {
      submission,
      name: ' Dana Whitfield ',
      phone,
      email: 'dana@example.com',
      service_needed: 'ac_repair',
      address: '1418 Alder St\r\n Portland, OR 97205\r\n',
      notes: 'Leaking.\r\nSince Sunday.',
      website: '',
    });
    assertThanked(response, form);
    assert.equal(response.headers.get('cache-control'), 'no-store');

    const [lead, ...more] = await leadsOf(own);
    assert.deepEqual(more, []);
    const { name, email, service_needed, address, notes, source, status } = lead;
    assert.match(lead.source_ref, new RegExp(`^${submission}-[0-9a-f]{16}$`));
    assert.deepEqual(
      {
        name,
        phone: lead.phone,
        email,
        service_needed,
        address,
        notes,
        source,
        status,
      },
      {
        name: 'Dana Whitfield',
        phone,
        email: 'dana@example.com',
        service_needed: 'ac_repair',
        address: '1418 Alder St, Portland, OR 97205',
        notes: 'Leaking.\nSince Sunday.',
        source: 'contact_page',
        status: 'qualified',
      },
    );
    assert.equal(lead.consent.sms.status, 'unknown', 'a box left alone is no answer');
    const { body } = await own.api.get(`/v1/events?lifecycle_number=${lead.lifecycle_number}`);
    assert.deepEqual(
      body.data.map(({ type, actor }: Record<string, unknown>) => ({ type, actor })),
      ['lead.created', 'lead.qualified'].map((type) => ({
        type,
        actor: { type: 'system', id: null, name: 'Form: Contact page' },
      })),
    );
    assert.deepEqual(await leadsOf(other), []);
  });

  it('is thanked for on a page, in the words of the form', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own, { thank_you: 'We will call you within the hour.' });
    const sent = { ...freshLead(), service_needed: 'ac_repair' };
    const body = new URLSearchParams(Object.entries(sent).map(([k, v]) => [k, String(v)]));
    const followed = await fetch(form.url, { method: 'POST', body });
    assert.equal(followed.status, 200);
    assert.equal(followed.url, `${form.url}/thanks`);
    assert.match(await followed.text(), /role="status">We will call you within the hour\.<\/p>/);
  });

  it('is followed by the organization’s own page where it has one', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own, { redirect_url: 'https://alder.example.com/thänks?a=b c' });
    const page = await open(form);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/alder\.example\.com;/,
      'the browser would refuse to follow',
    );
    const location = 'https://alder.example.com/th%C3%A4nks?a=b%20c';
    for (const website of ['', 'spam']) {
      const response = await submit(form, { ...freshLead(), website });
      assert.equal(response.status, 303);
      assert.equal(response.headers.get('location'), location);
    }
    assert.equal((await leadsOf(own)).length, 1);
  });

  it('makes one lead, however often the same page is sent', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const sent = { ...freshLead(), submission: submissionIn(await (await open(form)).text()) };
    for (let count = 0; count < 3; count += 1) assertThanked(await submit(form, sent), form);
    assert.equal((await leadsOf(own)).length, 1);
    const another = submissionIn(await (await open(form)).text());
    assert.notEqual(another, sent.submission);
    assertThanked(await submit(form, { ...freshLead(), submission: another }), form);
    assert.equal((await leadsOf(own)).length, 2);
  });

  it('is another lead when the visitor steps back and sends something else', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const submission = submissionIn(await (await open(form)).text());
    const sent = { ...freshLead(), submission };
    assertThanked(await submit(form, sent), form);
    assertThanked(await submit(form, { ...sent, notes: 'And the boiler.' }), form);
    const [second, first] = await leadsOf(own);
    assert.equal(second.notes, 'And the boiler.');
    assert.equal(second.duplicate_of, first.lead_id);
  });

  it('makes one lead of twenty at once, over two processes', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const app = await startAnotherApp(service);
    try {
      const submission = '0123456789abcdefghjkmnpqrs';
      const sent = { ...freshLead(), submission };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          submit(form, sent, place % 2 === 0 ? service.url : app.url),
        ),
      );
      for (const answer of answers) assertThanked(answer, form);
      assert.equal((await leadsOf(own)).length, 1);
    } finally {
      await app.stop();
    }
  });

  it('is looked at for duplicates as every lead is', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const lead = freshLead();
    const { body: first } = await own.api.post('/v1/leads', lead);
    assertThanked(await submit(form, lead), form);
    const [second] = await leadsOf(own);
    assert.equal(second.source_ref, null);
    assert.equal(second.duplicate_of, first.lead_id);
    assert.equal(second.status, 'new');
  });

  it('is qualified by the organization’s policy, its phone read in the organization’s country', async () => {
    const own = await service.newOrganization({ country: 'GB', time_zone: 'Europe/London' });
    await own.api.patch('/v1/organization', { qualification_policy: 'manual' });
    const form = await makeForm(own);
    const sent = { phone: '020 7946 0018', service_needed: 'ac_repair' };
    assertThanked(await submit(form, sent), form);
    const [lead] = await leadsOf(own);
    assert.equal(lead.phone, '+442079460018');
    assert.equal(lead.status, 'new');
  });

  it('is kept as it was written, in every script', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const notes = `${HOSTILE} مرحبا 🚿\u202e`;
    assertThanked(await submit(form, { ...freshLead(), name: 'דנה', notes }), form);
    const [lead] = await leadsOf(own);
    assert.equal(lead.name, 'דנה');
    assert.equal(lead.notes, notes);
  });

  it('may come from plain HTML on another page', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own, { consent: CONSENT });
    const names = [...form.form_html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(names, [
      'name',
      'phone',
      'email',
      'service_needed',
      'address',
      'notes',
      'consent',
      'website',
    ]);
    const consent = / name="consent" value="(\w+)"/.exec(form.form_html)![1];
    const sent = {
      ...freshLead(),
      name: '',
      email: '',
      address: '',
      notes: '',
      website: '',
      consent,
    };
    assertThanked(await submit(form, sent), form);
    const [lead] = await leadsOf(own);
    assert.equal(lead.source_ref, null);
    assert.equal(lead.consent.sms.status, 'granted');
  });

  it('is dropped with thanks where the field that no person sees is filled', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const count = async () => firstOf((await service.metrics.formHoneypots.get()).values).value;
    const before = await count();
    assertThanked(await submit(form, { ...freshLead(), website: 'https://spam.example' }), form);
    assertThanked(await submit(form, { website: ' ' }), form);
    assert.equal(await count(), before + 2);
    assert.deepEqual(await leadsOf(own), []);
    const { body } = await own.api.get('/v1/events');
    assert(!JSON.stringify(body).includes('lead.created'));
    assert.match(
      await (await fetch(`${service.url}/metrics`)).text(),
      /throughline_form_honeypot_total \d/,
    );
  });

  it('leaves no trace in the log but the lead’s number', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const app = await startAnotherApp(service);
    try {
      const sent = { ...freshLead(), notes: 'a private note' };
      assertThanked(await submit(form, sent, app.url), form);
      await submit(form, { notes: 'a private note' }, app.url);
      await fetch(`${app.url}/f/${form.form_key}?note=private`);
      const [lead] = await leadsOf(own);
      const log = app.log();
      assert(log.includes('"route":"/f/:form_key"'), 'nothing was logged at all');
      assert(log.includes(lead.lifecycle_number) && log.includes(own.organizationId));
      assert(!log.includes('private') && !log.includes(lead.phone), 'the log has what was typed');
    } finally {
      await app.stop();
    }
  });
});

describe('consent', () => {
  const tickIn = (page: string) => captured(/ name="consent" value="(\w+)"/, page);

  it('is granted by a tick for the form’s channels, with the words that were shown', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own, { source: 'contact_page', consent: CONSENT });
    const consent = tickIn(await (await open(form)).text());
    assertThanked(await submit(form, { ...freshLead(), consent }), form);
    const [lead] = await leadsOf(own);
    const granted = {
      status: 'granted',
      at: lead.created_at,
      source: 'contact_page',
      wording: CONSENT.text,
    };
    assert.deepEqual(lead.consent, {
      call: granted,
      sms: granted,
      email: { status: 'unknown', at: null, source: null, wording: null },
    });
  });

  it('is asked for again when its words changed since the page was served', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own, { consent: CONSENT });
    const consent = tickIn(await (await open(form)).text());
    const changed = { text: 'Text and call me, day and night.', channels: ['sms', 'call'] };
    await own.api.patch(`/v1/forms/${form.form_id}`, { consent: changed });
    const lead = freshLead();
    const response = await submit(form, { ...lead, consent });
    assert.equal(response.status, 422);
    const page = await response.text();
    assert.match(problemBeside('consent', page), /These words have changed/);
    assert(page.includes(changed.text) && !page.includes(' checked'));
    assert.deepEqual(await leadsOf(own), []);

    assertThanked(await submit(form, { ...lead, consent: tickIn(page) }), form);
    assert.equal((await leadsOf(own))[0].consent.sms.wording, changed.text);
  });

  it('is not taken from a form that does not ask', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    assertThanked(await submit(form, { ...freshLead(), consent: 'on' }), form);
    assert.equal((await leadsOf(own))[0].consent.sms.status, 'unknown');
  });
});

describe('what is wrong with a submission', () => {
  let organization: TestOrganization;
  before(async () => {
    organization = await service.newOrganization();
  });

  it('is said beside each field, with everything that was typed kept', async () => {
    const form = await makeForm(organization, { consent: CONSENT });
    const fresh = await (await open(form)).text();
    const response = await submit(form, {
      submission: submissionIn(fresh),
      name: HOSTILE,
      phone: '12',
      email: 'dana@',
      service_needed: 'roofing',
      address: '1418 Alder St\r\nPortland',
      notes: '\nשלום 🚿 </textarea><b>',
      consent: / name="consent" value="(\w+)"/.exec(fresh)![1],
    });
    assert.equal(response.status, 422);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    const page = await response.text();
    assert.match(page, /<title>Please check: Ask Alder<\/title>/);
    assert.match(page, /<div class="summary" role="alert" tabindex="-1" autofocus>/);
    assert.match(problemBeside('phone', page), /area code/);
    assert.match(problemBeside('email', page), /sam@example\.com/);
    assert.match(problemBeside('service_needed', page), /Choose what you need/);
    const summary = [...page.matchAll(/<a href="#(\w+)">/g)].map(([, field]) => field);
    assert.deepEqual(summary, ['phone', 'email', 'service_needed'], 'in the order of the page');
    assert.equal(page.match(/aria-invalid=/g)?.length, 3);
    assert(page.includes(`value="${ESCAPED}"`));
    assert(page.includes('value="12"') && page.includes('value="dana@"'));
    assert(page.includes('>\n1418 Alder St\nPortland</textarea>'));
    assert(page.includes('>\n\nשלום 🚿 &lt;/textarea&gt;&lt;b&gt;</textarea>'));
    assert.match(page, /name="consent" value="\w+" id="consent" checked>/);
    assert.equal(submissionIn(page), submissionIn(fresh), 'a double click would make two leads');
    assert.deepEqual(await leadsOf(organization), []);
  });

  it('is that nobody can be reached, or nothing is wanted', async () => {
    const form = await makeForm(organization);
    for (const sent of [{}, { name: 'Dana', phone: '  ', email: '' }]) {
      const page = await (await submit(form, sent)).text();
      assert.match(problemBeside('phone', page), /phone number or an e-mail address/);
      assert.match(problemBeside('service_needed', page), /Choose what you need/);
    }
    const empty = await open(form, { method: 'POST' });
    assert.equal(empty.status, 422);
  });

  it('keeps the service that was chosen', async () => {
    const form = await makeForm(organization);
    const page = await (await submit(form, { service_needed: 'ac_repair' })).text();
    assert.match(page, /<option value="ac_repair" selected>/);
  });

  it('is too long a text, by the same measure as in the API', async () => {
    const own = await service.newOrganization();
    const limits = { name: 200, email: 254, address: 500, notes: 10_000 };
    for (const [field, limit] of Object.entries(limits)) {
      const form = await makeForm(own);
      const filled = (length: number) =>
        field === 'email'
          ? `${'x'.repeat(length - 12)}@example.com`
          : `🚿${'é'.repeat(length - 1)}`;
      const over = await submit(form, { ...freshLead(), [field]: filled(limit + 1) });
      assert.equal(over.status, 422, field);
      assert.equal(problemBeside(field, await over.text()), `Shorten this to ${limit} characters.`);
      assertThanked(await submit(form, { ...freshLead(), [field]: filled(limit) }), form);
    }
    assert.equal((await leadsOf(own)).length, 4);
  });

  it('is a NUL, which is gone from the page that asks again', async () => {
    const form = await makeForm(organization);
    const response = await submit(form, { ...freshLead(), name: 'Da\0na', notes: '\0' });
    assert.equal(response.status, 422);
    const page = await response.text();
    assert.match(problemBeside('name', page), /cannot be read/);
    assert.match(problemBeside('notes', page), /cannot be read/);
    assert(!page.includes('\0') && page.includes('value="Dana"'));
  });

  it('never is a field that we do not know, or a submission id that is not ours', async () => {
    const own = await service.newOrganization();
    const form = await makeForm(own);
    const strange = {
      utm_source: 'x',
      ['__proto__']: 'x',
      source: 'mine',
      lead_id: 'x',
      submission: "'--",
    };
    assertThanked(await submit(form, { ...freshLead(), ...strange }), form);
    const [lead] = await leadsOf(own);
    assert.equal(lead.source, 'web_form');
    assert.equal(lead.source_ref, null);
  });

  it('is a body of another kind: 415, as a page', async () => {
    const form = await makeForm(organization);
    const multipart = new FormData();
    multipart.set('phone', '+14155550134');
    const json = { body: '{}', headers: { 'content-type': 'application/json' } };
    const text = { body: 'phone=1', headers: { 'content-type': 'text/plain' } };
    for (const sent of [{ body: multipart }, json, text]) {
      const response = await open(form, { method: 'POST', ...sent });
      assert.equal(response.status, 415);
      assert.match(await response.text(), /<h1>This cannot be read<\/h1>/);
    }
  });

  it('is a body over 64 KiB: 413, as a page', async () => {
    const form = await makeForm(organization);
    const sent = (length: number) => submit(form, { notes: 'x'.repeat(length - 'notes='.length) });
    assert.equal((await sent(64 * 1024)).status, 422);
    const over = await sent(64 * 1024 + 1);
    assert.equal(over.status, 413);
    assert.match(await over.text(), /<h1>That is too much<\/h1>/);
  });
});

describe('the pages of one form', () => {
  it('are open to one address ten times a second, then 429 with Retry-After', async () => {
    const organization = await service.newOrganization();
    const [form, other] = [await makeForm(organization), await makeForm(organization)];
    const answers = await Promise.all(Array.from({ length: 40 }, () => open(form)));
    const refused = answers.filter(({ status }) => status === 429);
    // On a slow machine the burst may reach into further seconds; it cannot fill four of them.
    assert(answers.length - refused.length >= 10 && refused.length > 0);
    const one = firstOf(refused);
    assert.equal(one.headers.get('retry-after'), '1');
    assert.equal(one.headers.get('ratelimit-limit'), '10');
    assert.match(await one.text(), /<h1>Too many at once<\/h1>/);
    assert.equal((await open(other)).status, 200, 'another form is held back as well');
  });

  it('say so, without a reason, when the database has trouble', async () => {
    const broken = await startTestService();
    try {
      const organization = await broken.newOrganization();
      const form = await makeForm(organization);
      await broken.owner.query('alter table forms rename to misplaced');
      const response = await fetch(form.url, { headers: { 'x-request-id': 'the-broken-one' } });
      assert.equal(response.status, 500);
      const page = await response.text();
      assert.match(page, /Something went wrong/);
      assert(page.includes('the-broken-one') && !page.includes('misplaced'));
    } finally {
      await broken.stop();
    }
  });
});
