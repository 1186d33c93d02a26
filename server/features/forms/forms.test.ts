import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { created } from '../../testing/created.ts';
import { firstOf } from '../../testing/first-of.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { challengeIn, postForm, sendForm, solve } from '../../testing/form-visitor.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { inOneMoment } from '../../testing/in-one-moment.ts';
import { freshLead } from '../../testing/leads.ts';
import { SCRIPT } from './page-script.ts';

const SERVICES = [
  { code: 'water_heater_repair', label: 'Water heater repair' },
  { code: 'ac_repair', label: 'Air conditioning' },
];
const CONSENT = { text: 'Text me about my request. Reply STOP to end.', channels: ['sms', 'call'] };
const HOSTILE = `"><script>alert('x')</script>&amp;`;
/** In an attribute, and between tags, where quotation marks can stay as they are. */
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
const ESCAPED_TEXT = `"&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;amp;`;

// The test client checks all other fields against openapi.json.
type Form = Record<'form_id' | 'form_key' | 'url' | 'embed_html' | 'form_html' | 'source', string>;

const service = sharedService();
const app = shared(() => startAnotherApp(service, { trustProxy: 1 }));
const organization = shared(() => service.newOrganization());

let forms = 0;

/** With a source of its own, by which its leads are found. */
async function createForm({ api }: TestOrganization, fields: object = {}): Promise<Form> {
  forms += 1;
  const form = { name: 'Contact page', title: 'Ask Alder', source: `form_${forms}` };
  return created(api.post('/v1/forms', { ...form, services: SERVICES, ...fields }));
}

let requests = 0;

/** Another address for each request: one address may send ten per second to a form. */
function fromAnywhere(): { 'x-forwarded-for': string } {
  requests += 1;
  return { 'x-forwarded-for': `10.3.${(requests >> 8) & 255}.${requests & 255}` };
}

function open(
  { form_key }: Pick<Form, 'form_key'>,
  { headers = {}, ...options }: RequestInit = {},
  path = '',
): Promise<Response> {
  return fetch(`${app.url}/f/${form_key}${path}`, {
    redirect: 'manual',
    headers: { ...fromAnywhere(), ...headers },
    ...options,
  });
}

/** Without waiting, and without a proof. */
function post({ form_key }: Pick<Form, 'form_key'>, fields: Record<string, unknown>) {
  return postForm(`${app.url}/f/${form_key}`, fields, fromAnywhere());
}

/** As a browser sends it. */
function submit({ form_key }: Pick<Form, 'form_key'>, fields: Record<string, unknown>) {
  return sendForm(`${app.url}/f/${form_key}`, fields, service, fromAnywhere);
}

/** Newest first. */
async function leadsOf({ source }: Form, { api }: TestOrganization = organization) {
  const { status, body } = await api.get(`/v1/leads?limit=200&source=${source}`);
  assert.equal(status, 200);
  return body.data;
}

/** The match of the pattern's group; fails without a match. */
function captured(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1] ?? assert.fail(`${pattern} does not match ${text}`);
}

function submissionIn(page: string): string {
  return captured(/name="submission" value="([0-9a-z]{26})"/, page);
}

function assertThanked(response: Response, form: Form): void {
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), `/f/${form.form_key}/thanks`);
}

/** The error message beside a field; fails unless the field refers to it. */
function errorOf(field: string, page: string): string {
  assert.match(
    page,
    new RegExp(`id="${field}" aria-invalid="true" aria-describedby="${field}-error"`),
  );
  assert.match(page, new RegExp(`<a href="#${field}">`));
  return captured(new RegExp(`id="${field}-error">([^<]*)<`), page);
}

describe('a form', () => {
  it('is created with a name, a title and services, and returns its address', async () => {
    const body = { name: 'Contact page', title: 'Ask Alder', services: SERVICES };
    const { form_id, form_key, created_at, updated_at, ...form } = await created(
      organization.api.post('/v1/forms', body),
    );
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
      consent: {
        text: 'Text me about my request. Message and data rates may apply. Reply STOP to end.',
        channels: ['sms'],
      },
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

  it('has a unique key that is never reused', async () => {
    const forms = await Promise.all(Array.from({ length: 8 }, () => createForm(organization)));
    assert.equal(new Set(forms.map(({ form_key }) => form_key)).size, 8);
    const taken = service.owner.query(
      'insert into form_directory select organization_id, gen_random_uuid(), form_key from form_directory',
    );
    await assert.rejects(taken, { constraint: 'form_directory_key' });
    await assert.rejects(service.owner.query('delete from form_directory'), { code: '23001' });
    await assert.rejects(service.owner.query('delete from forms'), { code: '23001' });
  });

  it('uses the public address that the operator set, not the one of the request', async () => {
    const elsewhere = await startAnotherApp(service, { publicUrl: 'https://intake.example.com' });
    try {
      const { form_id, form_key } = await createForm(organization);
      const api = elsewhere.as(organization.token);
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
      await elsewhere.stop();
    }
  });

  it('reports all errors at once', async () => {
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
    const { form_id } = await createForm(organization);
    for (const [fields, errors] of wrong) {
      const whole = { name: 'x', title: 'x', services: SERVICES, ...fields };
      const isEmpty = Object.keys(fields).length === 0;
      const responses = [
        await organization.api.post('/v1/forms', isEmpty ? {} : whole),
        ...(isEmpty ? [] : [await organization.api.patch(`/v1/forms/${form_id}`, fields)]),
      ];
      for (const { status, body } of responses) {
        assert.equal(status, 422, JSON.stringify(body));
        const found = body.errors.map((e: Record<string, string>) => `${e.pointer} ${e.code}`);
        assert.deepEqual(found.toSorted(), errors.toSorted());
      }
    }
  });

  it('accepts only a web address as redirect_url', async () => {
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

  it('changes only the fields that are sent, and null clears a field', async () => {
    const { form_id, form_key } = await createForm(organization, {
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
    const { body: cleared } = await organization.api.patch(`/v1/forms/${form_id}`, nothing);
    assert.deepEqual(
      { intro: cleared.intro, consent: cleared.consent, redirect_url: cleared.redirect_url },
      nothing,
    );
    assert.equal(cleared.form_key, form_key);
  });

  it('emits events, and none for an update that changes nothing', async () => {
    const own = await service.newOrganization();
    const { form_id, ...form } = await createForm(own, { consent: CONSENT });
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
    const formIds = [];
    for (let count = 0; count < 3; count += 1) formIds.unshift((await createForm(own)).form_id);
    const ids = (body: { data: Form[] }) => body.data.map(({ form_id }) => form_id);
    const { body: first } = await own.api.get('/v1/forms?limit=2');
    assert.deepEqual(ids(first), formIds.slice(0, 2));
    const { body: rest } = await own.api.get(`/v1/forms?limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual(ids(rest), formIds.slice(2));
    assert.equal(rest.has_more, false);
    const other = await service.newOrganization();
    assert.deepEqual((await other.api.get('/v1/forms')).body.data, []);
  });
});

describe('the page of a form', () => {
  it('has labeled fields, and loads nothing from elsewhere', async () => {
    const form = await createForm(organization, { intro: 'Tell us.', consent: CONSENT });
    const response = await open(form);
    assert.equal(response.status, 200);
    const page = await response.text();
    assert.match(page, /<title>Ask Alder<\/title>/);
    assert.match(page, /<p class="text" dir="auto">Tell us\.<\/p>/);
    assert(
      !/<script [^>]|<link|<img|https?:/.test(page),
      'the page loads something from another host',
    );
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
    assert(!page.includes('aria-invalid='), 'the page shows errors before anything was sent');
  });

  it('is in the language of the visitor, with its errors, its second page and its thanks', async () => {
    const form = await createForm(organization, { intro: 'Tell us.' });
    const expected = {
      en: ['Your name', 'Please check your answers', 'One more step', 'Thank you. We have'],
      es: ['Su nombre', 'Revise sus respuestas', 'Un paso más', 'Gracias. Tenemos'],
      fr: ['Votre nom', 'Vérifiez vos réponses', 'Encore une étape', 'Merci. Nous avons'],
      de: ['Ihr Name', 'Bitte prüfen Sie', 'Noch ein Schritt', 'Vielen Dank. Wir haben'],
      pt: ['Seu nome', 'Verifique suas', 'Mais um passo', 'Obrigado. Recebemos'],
    };
    for (const [language, [label = '', wrong = '', again = '', thanks = '']] of Object.entries(
      expected,
    )) {
      const own = await createForm(organization);
      const headers = { 'accept-language': `${language}-XX, en;q=0.5` };
      const page = await (await open(own, { headers })).text();
      const fields = { lang: captured(/name="lang" value="(\w+)"/, page) };
      const body = (more: object) => new URLSearchParams({ ...fields, ...more });
      const english = { method: 'POST', headers: { 'accept-language': 'en' } };
      const contact = { phone: freshLead().phone ?? '', service_needed: 'ac_repair' };
      const pages = [
        [page, label],
        [await (await open(own, { ...english, body: body({}) })).text(), wrong],
        [await (await open(own, { ...english, body: body(contact) })).text(), again],
        [await (await open(own, { headers }, '/thanks')).text(), thanks],
        [await (await open({ ...own, form_key: 'x' }, { headers })).text(), '<h1>'],
      ] as const;
      for (const [html, text] of pages) {
        assert(html.includes(`<html lang="${language}">`), html);
        assert(html.includes(text), `${text} is not in ${html}`);
      }
    }
    // Other words than ours are the company's own, and a link keeps where the visitor came from.
    const link = await (await open(form, {}, '?lang=fr&utm_source=google')).text();
    assert.match(link, /href="\?lang=de&amp;utm_source=google" lang="de"/);
    assert(link.includes('Tell us.') && link.includes('Envoyez-moi des SMS'), link);
    const other = await service.newOrganization();
    await other.api.patch('/v1/organization', { language: 'pt' });
    assert.match(await (await open(await createForm(other))).text(), /<html lang="pt">/);
  });

  it('records the language of the visitor, and the words of the consent in it', async () => {
    const form = await createForm(organization);
    const page = await (await open(form, {}, '?lang=de')).text();
    const consent = captured(/name="consent" value="(\w+)"/, page);
    const { phone } = freshLead();
    const fields = { phone, consent, service_needed: 'ac_repair', lang: 'de' };
    const sent = await submit(form, fields);
    assert.equal(sent.headers.get('location'), `/f/${form.form_key}/thanks?lang=de`);
    const [lead] = await leadsOf(form);
    assert.equal(lead.language, 'de');
    assert.match(lead.consent.sms.wording, /^Schreiben Sie mir SMS/);
  });

  it('has the color of the company, with text on it that can be read', async () => {
    const own = await service.newOrganization();
    await own.api.patch('/v1/organization', { brand_color: '#ffcc00' });
    const form = await createForm(own);
    for (const path of ['', '/thanks']) {
      const response = await open(form, {}, path);
      const page = await response.text();
      const policy = response.headers.get('content-security-policy') ?? '';
      assert(page.includes('--brand: #ffcc00; --on-brand: #000000;'), page);
      for (const [, style = ''] of page.matchAll(/<style>(.*?)<\/style>/gs)) {
        assert(policy.includes(`'sha256-${hash('sha256', style, 'base64')}'`), style);
      }
    }
  });

  for (const character of ['x', '"', '&', '漢', '🔧', '\u202e']) {
    const name = JSON.stringify(character);
    it(`stays below 50 kB with the longest texts of ${name}, without what is typed`, async () => {
      const services = Array.from({ length: 50 }, (_, place) => ({
        ...{ code: `service_${place}${'x'.repeat(54)}`, label: character.repeat(200) },
      }));
      const long = character.repeat(2_000);
      const form = await createForm(organization, {
        ...{ title: character.repeat(200), intro: long, thank_you: long },
        ...{ services, consent: { text: long, channels: ['sms'] } },
      });
      const query = Object.fromEntries(
        ['source', 'medium', 'campaign', 'term'].map((one) => [`utm_${one}`, '"'.repeat(400)]),
      );
      const other = { x: 'y'.repeat(5_000) };
      const service_needed = services[1]?.code;
      const fields = { phone: freshLead().phone, service_needed };
      const pages: [status: number, response: Response, typed: string][] = [
        [200, await open(form), ''],
        [200, await open(form, {}, `?${new URLSearchParams({ ...query, ...other })}`), ''],
        [200, await open(form, {}, '/thanks'), ''],
        [422, await post(form, {}), ''],
      ];
      // All of what is typed is given back, at least to the limit of the field, and quotation marks as they are.
      // As much as fits into 64 KiB.
      const most = { 漢: 7_000, '🔧': 5_000 }[character] ?? 10_000;
      const notes = (character === '\u202e' ? 'x' : character).repeat(most);
      pages.push(
        [428, await post(form, { ...fields, notes: '"'.repeat(10_000) }), '"'.repeat(10_000)],
        [422, await post(form, { notes }), notes.replaceAll('&', '&amp;')],
        [428, await post(form, { ...fields, notes }), notes.replaceAll('&', '&amp;')],
      );
      for (const [status, page, typed] of pages) {
        const text = await page.text();
        assert.equal(page.status, status, text);
        assert(text.includes(typed), 'what was typed is not given back');
        const bytes = Buffer.byteLength(text) - Buffer.byteLength(typed);
        assert(bytes <= 50_000, `${status}: ${bytes} bytes`);
      }
    });
  }

  it('has a field that people do not see and bots fill in', async () => {
    const page = await (await open(await createForm(organization))).text();
    assert.match(
      page,
      /<p class="offscreen" aria-hidden="true"><label>[^<]+<input name="website" tabindex="-1" autocomplete="off">/,
    );
    assert.match(page, /\.offscreen \{ position: absolute; left: -9999px; \}/);
  });

  it('can be embedded anywhere, and cannot load, run or send anything else', async () => {
    const form = await createForm(organization);
    for (const path of ['', '/thanks']) {
      const response = await open(form, {}, path);
      const page = await response.text();
      const styleHash = hash('sha256', captured(/<style>(.*)<\/style>/s, page), 'base64');
      const script = /<script>(.*)<\/script>/s.exec(page)?.[1] ?? SCRIPT;
      const scriptHash = hash('sha256', script, 'base64');
      assert.equal(
        response.headers.get('content-security-policy'),
        `default-src 'none'; style-src 'sha256-${styleHash}'; script-src 'sha256-${scriptHash}'; form-action 'self'; frame-ancestors *; base-uri 'none'`,
      );
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('x-frame-options'), null);
    }
  });

  it('shows no choice for a single service, and selects it automatically', async () => {
    const form = await createForm(organization, { services: [SERVICES[1]] });
    assert(!(await (await open(form)).text()).includes('<select'));
    assertThanked(await submit(form, { phone: freshLead().phone }), form);
    assert.equal((await leadsOf(form))[0].service_needed, 'ac_repair');
  });

  it('shows nothing about its organization except the texts of the form', async () => {
    const form = await createForm(organization, {
      name: 'Internal name',
      source: 'internal_source',
    });
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

  it('escapes all texts of the organization, in the page and in the HTML to paste', async () => {
    const form = await createForm(organization, {
      title: HOSTILE,
      intro: HOSTILE,
      services: [{ code: 'ac', label: HOSTILE }, SERVICES[0]],
      consent: { text: HOSTILE, channels: ['email'] },
      thank_you: HOSTILE,
    });
    const page = await (await open(form)).text();
    const thanks = await (await open(form, {}, '/thanks')).text();
    for (const markup of [page, thanks, form.embed_html, form.form_html]) {
      assert(!markup.replace(SCRIPT, '').includes('<script>alert'), markup);
      assert(markup.includes(markup === form.embed_html ? ESCAPED : ESCAPED_TEXT), markup);
    }
    assert.equal(
      page.split(ESCAPED_TEXT).length - 1,
      5,
      'title, heading, intro, label and consent',
    );
  });

  it('shows text in every writing system unchanged', async () => {
    const title = 'اتصل بنا ‏ 🚿 Ōtautahi';
    const form = await createForm(organization, { title, thank_you: `${title}\nשלום` });
    assert((await (await open(form)).text()).includes(`<h1 dir="auto">${title}</h1>`));
    assert((await (await open(form, {}, '/thanks')).text()).includes(`${title}\nשלום</p>`));
  });

  it('shows controls that reverse text written out, and gives typed ones back unchanged', async () => {
    const title = 'Ask \u202eredlA';
    const form = await createForm(organization, { title, intro: title, thank_you: title });
    const pages = [await open(form), await open(form, {}, '/thanks')];
    for (const page of await Promise.all(pages.map((one) => one.text()))) {
      assert(!page.includes('\u202e') && page.includes('Ask \\u202EredlA'), page);
    }
    const typed = await post(form, { name: 'Dana \u202enosnhoj' });
    assert((await typed.text()).includes('value="Dana \u202enosnhoj"'));
  });

  it('shows an update of the form immediately', async () => {
    const form = await createForm(organization);
    await organization.api.patch(`/v1/forms/${form.form_id}`, { title: 'Changed' });
    assert.match(await (await open(form)).text(), /<h1 dir="auto">Changed<\/h1>/);
  });

  it('is a 404 page for an unknown, malformed or disabled key, and captures nothing', async () => {
    const off = await createForm(organization, { enabled: false });
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
    assert.equal(seen.size, 1, 'the 404 pages differ');
    assert.deepEqual(await leadsOf(off), []);
    await organization.api.patch(`/v1/forms/${off.form_id}`, { enabled: true });
    assert.equal((await open(off)).status, 200);
  });

  it('responds to HEAD without a body, and with 405 to other methods', async () => {
    const form = await createForm(organization);
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

  it('cannot be listed: without a tenant, the directory shows only the presented key', async () => {
    const form = await createForm(organization);
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

describe('a submission', () => {
  it('becomes a lead of the form’s organization, with its events', async () => {
    const other = await service.newOrganization();
    const form = await createForm(organization, { source: 'contact_page', consent: CONSENT });
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

    const [lead, ...more] = await leadsOf(form);
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
    assert.equal(lead.consent.sms.status, 'unknown', 'an unchecked box is not consent');
    const { body } = await organization.api.get(
      `/v1/events?lifecycle_number=${lead.lifecycle_number}`,
    );
    assert.deepEqual(
      body.data.map(({ type, actor }: Record<string, unknown>) => ({ type, actor })),
      ['lead.created', 'lead.qualified'].map((type) => ({
        type,
        actor: { type: 'system', id: null, name: 'Form: Contact page' },
      })),
    );
    assert.deepEqual(await leadsOf(form, other), []);
  });

  it('leads to a thank-you page with the text of the form', async () => {
    const form = await createForm(organization, { thank_you: 'We will call you within the hour.' });
    const sent = await submit(form, { ...freshLead(), service_needed: 'ac_repair' });
    const followed = await fetch(new URL(sent.headers.get('location') ?? '', form.url));
    assert.equal(followed.status, 200);
    assert.equal(followed.url, `${form.url}/thanks`);
    assert.match(await followed.text(), /role="status">We will call you within the hour\.<\/p>/);
  });

  it('redirects to the organization’s own page if one is set', async () => {
    const form = await createForm(organization, {
      redirect_url: 'https://alder.example.com/thänks?a=b c',
    });
    const page = await open(form);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/alder\.example\.com;/,
      'the browser would block the redirect',
    );
    const location = 'https://alder.example.com/th%C3%A4nks?a=b%20c';
    for (const website of ['', 'spam']) {
      const response = await submit(form, { ...freshLead(), website });
      assert.equal(response.status, 303);
      assert.equal(response.headers.get('location'), location);
    }
    assert.equal((await leadsOf(form)).length, 1);
  });

  it('creates one lead, however often the same page is sent', async () => {
    const form = await createForm(organization);
    const sent = { ...freshLead(), submission: submissionIn(await (await open(form)).text()) };
    for (let count = 0; count < 3; count += 1) assertThanked(await submit(form, sent), form);
    assert.equal((await leadsOf(form)).length, 1);
    const another = submissionIn(await (await open(form)).text());
    assert.notEqual(another, sent.submission);
    assertThanked(await submit(form, { ...freshLead(), submission: another }), form);
    assert.equal((await leadsOf(form)).length, 2);
  });

  it('creates another lead when the visitor goes back and sends something else', async () => {
    const form = await createForm(organization);
    const submission = submissionIn(await (await open(form)).text());
    const sent = { ...freshLead(), submission };
    assertThanked(await submit(form, sent), form);
    assertThanked(await submit(form, { ...sent, notes: 'And the boiler.' }), form);
    const [second, first] = await leadsOf(form);
    assert.equal(second.notes, 'And the boiler.');
    assert.equal(second.duplicate_of, first.lead_id);
  });

  it('creates one lead from many identical requests at once, on two processes', async () => {
    const form = await createForm(organization);
    const page = await (await open(form)).text();
    const answers = solve(challengeIn(page));
    const sent = { ...freshLead(), ...answers, submission: submissionIn(page) };
    service.clock.advance(3_000);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        place % 2 === 0 ? post(form, sent) : postForm(`${service.url}/f/${form.form_key}`, sent),
      ),
    );
    for (const response of responses) assertThanked(response, form);
    assert.equal((await leadsOf(form)).length, 1);
  });

  it('is checked for duplicates like every lead', async () => {
    const form = await createForm(organization);
    const lead = freshLead();
    const { body: first } = await organization.api.post('/v1/leads', lead);
    assertThanked(await submit(form, lead), form);
    const [second] = await leadsOf(form);
    assert.equal(second.duplicate_of, first.lead_id);
  });

  it('follows the organization’s qualification policy and country for phone numbers', async () => {
    const own = await service.newOrganization({ country: 'GB', time_zone: 'Europe/London' });
    await own.api.patch('/v1/organization', { qualification_policy: 'manual' });
    const form = await createForm(own);
    const sent = { phone: '020 7946 0018', service_needed: 'ac_repair' };
    assertThanked(await submit(form, sent), form);
    const [lead] = await leadsOf(form, own);
    assert.equal(lead.phone, '+442079460018');
    assert.equal(lead.status, 'new');
  });

  it('is stored unchanged, in every writing system', async () => {
    const form = await createForm(organization);
    const notes = `${HOSTILE} مرحبا 🚿\u202e`;
    assertThanked(await submit(form, { ...freshLead(), name: 'דנה', notes }), form);
    const [lead] = await leadsOf(form);
    assert.equal(lead.name, 'דנה');
    assert.equal(lead.notes, notes);
  });

  it('can come from plain HTML on another page', async () => {
    const form = await createForm(organization, { consent: CONSENT });
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
    const [lead] = await leadsOf(form);
    assert.equal(lead.consent.sms.status, 'granted');
  });

  it('can come from plain HTML in the language of the company', async () => {
    const own = await service.newOrganization();
    await own.api.patch('/v1/organization', { language: 'es' });
    const form = await createForm(own, { services: SERVICES.slice(0, 2) });
    assert.match(form.form_html, />Su nombre<br>/);
    assert.match(form.form_html, />Enviar</);
    assert(!/>(Your name|Phone|Send)</.test(form.form_html), form.form_html);
    const { body } = await own.api.get('/v1/forms');
    assert.equal(body.data[0].form_html, form.form_html);
    // Nobody has changed the words of the consent, so they are ours in Spanish, and they count.
    const consent = / name="consent" value="(\w+)"/.exec(form.form_html)![1];
    assertThanked(await submit(form, { ...freshLead(), consent }), form);
    const [lead] = await leadsOf(form, own);
    assert.equal(lead.consent.sms.status, 'granted');
    assert(form.form_html.includes(lead.consent.sms.wording));
  });

  it('is dropped with the usual thank-you page when the hidden field is filled in', async () => {
    const own = await service.newOrganization();
    const form = await createForm(own);
    const count = async () => firstOf((await service.metrics.formHoneypots.get()).values).value;
    const before = await count();
    const send = (fields: object) => sendForm(form.url, { ...fields }, service);
    assertThanked(await send({ ...freshLead(), website: 'https://spam.example' }), form);
    assertThanked(await send({ website: ' ' }), form);
    assert.equal(await count(), before + 2);
    assert.deepEqual(await leadsOf(form, own), []);
    const { body } = await own.api.get('/v1/events');
    assert(!JSON.stringify(body).includes('lead.created'));
    assert.match(
      await (await fetch(`${service.url}/metrics`)).text(),
      /throughline_form_honeypot_total \d/,
    );
  });

  it('logs only the lifecycle number of the lead', async () => {
    const form = await createForm(organization);
    const sent = { ...freshLead(), notes: 'a private note' };
    assertThanked(await submit(form, sent), form);
    await submit(form, { notes: 'a private note' });
    await fetch(`${app.url}/f/${form.form_key}?note=private`);
    const [lead] = await leadsOf(form);
    const log = app.log();
    assert(log.includes('"route":"/f/:form_key"'), 'nothing was logged');
    assert(log.includes(lead.lifecycle_number) && log.includes(organization.organizationId));
    assert(
      !log.includes('private') && !log.includes(lead.phone),
      'the log contains what the visitor entered',
    );
  });
});

describe('consent', () => {
  const checkboxValueIn = (page: string) => captured(/ name="consent" value="(\w+)"/, page);

  it('is granted by the checkbox for the form’s channels, with the text that was shown', async () => {
    const form = await createForm(organization, { source: 'contact_page', consent: CONSENT });
    const consent = checkboxValueIn(await (await open(form)).text());
    assertThanked(await submit(form, { ...freshLead(), consent }), form);
    const [lead] = await leadsOf(form);
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

  it('is granted for emails by a form that asks for it, and by no box that is not checked', async () => {
    const text = 'Email me offers. You can unsubscribe with every email.';
    const form = await createForm(organization, { consent: { text, channels: ['email'] } });
    const page = await (await open(form)).text();
    assert(!page.includes(' checked'));
    assertThanked(await submit(form, { ...freshLead(), email: 'sam@example.com' }), form);
    const fields = { ...freshLead(), email: 'dana@example.com', consent: checkboxValueIn(page) };
    assertThanked(await submit(form, fields), form);
    const [dana, sam] = (await leadsOf(form)).map((lead: { consent: unknown }) => lead.consent);
    const { status, source, wording } = dana.email;
    assert.deepEqual([status, source, wording], ['granted', form.source, text]);
    assert.deepEqual([dana.sms.status, sam.email.status], ['unknown', 'unknown']);
  });

  it('is requested again if its text changed after the page was loaded', async () => {
    const form = await createForm(organization, { consent: CONSENT });
    const consent = checkboxValueIn(await (await open(form)).text());
    const changed = { text: 'Text and call me, day and night.', channels: ['sms', 'call'] };
    await organization.api.patch(`/v1/forms/${form.form_id}`, { consent: changed });
    const lead = freshLead();
    const response = await submit(form, { ...lead, consent });
    assert.equal(response.status, 422);
    const page = await response.text();
    assert.match(errorOf('consent', page), /This text has changed/);
    assert(page.includes(changed.text) && !page.includes(' checked'));
    assert.deepEqual(await leadsOf(form), []);

    assertThanked(await submit(form, { ...lead, consent: checkboxValueIn(page) }), form);
    assert.equal((await leadsOf(form))[0].consent.sms.wording, changed.text);
  });

  it('is not recorded by a form that does not ask for it', async () => {
    const form = await createForm(organization, { consent: null });
    assertThanked(await submit(form, { ...freshLead(), consent: 'on' }), form);
    assert.equal((await leadsOf(form))[0].consent.sms.status, 'unknown');
  });
});

describe('validation of a submission', () => {
  it('shows an error beside each field, and keeps everything that was entered', async () => {
    const form = await createForm(organization, { consent: CONSENT });
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
    assert.match(errorOf('phone', page), /area code/);
    assert.match(errorOf('email', page), /sam@example\.com/);
    assert.match(errorOf('service_needed', page), /Choose what you need/);
    const summary = [...page.matchAll(/<a href="#(\w+)">/g)].map(([, field]) => field);
    assert.deepEqual(summary, ['phone', 'email', 'service_needed'], 'in the order of the page');
    assert.equal(page.match(/aria-invalid=/g)?.length, 3);
    assert(page.includes(`value="${ESCAPED}"`));
    assert(page.includes('value="12"') && page.includes('value="dana@"'));
    assert(page.includes('>\n1418 Alder St\nPortland</textarea>'));
    assert(page.includes('>\n\nשלום 🚿 &lt;/textarea&gt;&lt;b&gt;</textarea>'));
    assert.match(page, /name="consent" value="\w+" id="consent" checked>/);
    assert.equal(submissionIn(page), submissionIn(fresh), 'a double click would create two leads');
    assert.deepEqual(await leadsOf(form), []);
  });

  it('requires a phone number or an email address, and a service', async () => {
    const form = await createForm(organization);
    for (const sent of [{}, { name: 'Dana', phone: '  ', email: '' }]) {
      const page = await (await submit(form, sent)).text();
      assert.match(errorOf('phone', page), /phone number or an email address/);
      assert.match(errorOf('service_needed', page), /Choose what you need/);
    }
    const empty = await open(form, { method: 'POST' });
    assert.equal(empty.status, 422);
  });

  it('keeps the chosen service', async () => {
    const form = await createForm(organization);
    const page = await (await submit(form, { service_needed: 'ac_repair' })).text();
    assert.match(page, /<option value="ac_repair" selected>/);
  });

  it('applies the same text limits as the API', async () => {
    const form = await createForm(organization);
    const limits = { name: 200, email: 254, address: 500, notes: 10_000 };
    for (const [field, limit] of Object.entries(limits)) {
      const filled = (length: number) =>
        field === 'email'
          ? `${'x'.repeat(length - 12)}@example.com`
          : `🚿${'é'.repeat(length - 1)}`;
      const over = await submit(form, { ...freshLead(), [field]: filled(limit + 1) });
      assert.equal(over.status, 422, field);
      assert.equal(errorOf(field, await over.text()), `Use at most ${limit} characters.`);
      assertThanked(await submit(form, { ...freshLead(), [field]: filled(limit) }), form);
    }
    assert.equal((await leadsOf(form)).length, 4);
  });

  it('refuses a NUL character, and removes it from the page', async () => {
    const form = await createForm(organization);
    const response = await submit(form, { ...freshLead(), name: 'Da\0na', notes: '\0' });
    assert.equal(response.status, 422);
    const page = await response.text();
    assert.match(errorOf('name', page), /invalid characters/);
    assert.match(errorOf('notes', page), /invalid characters/);
    assert(!page.includes('\0') && page.includes('value="Dana"'));
  });

  it('ignores unknown fields and foreign submission ids', async () => {
    const form = await createForm(organization);
    const strange = {
      utm_source: 'x',
      ['__proto__']: 'x',
      source: 'mine',
      lead_id: 'x',
      submission: "'--",
    };
    assertThanked(await submit(form, { ...freshLead(), ...strange }), form);
    const [lead] = await leadsOf(form);
    assert.equal(lead.source, form.source);
    assert(!lead.source_ref.includes("'"));
  });

  it('returns 415 as a page for another content type', async () => {
    const form = await createForm(organization);
    const multipart = new FormData();
    multipart.set('phone', '+14155550134');
    const json = { body: '{}', headers: { 'content-type': 'application/json' } };
    const text = { body: 'phone=1', headers: { 'content-type': 'text/plain' } };
    for (const sent of [{ body: multipart }, json, text]) {
      const response = await open(form, { method: 'POST', ...sent });
      assert.equal(response.status, 415);
      assert.match(await response.text(), /<h1>Unsupported format<\/h1>/);
    }
  });

  it('returns 413 as a page for a body over 64 KiB', async () => {
    const form = await createForm(organization);
    const sent = (length: number) => post(form, { notes: 'x'.repeat(length - 'notes='.length) });
    assert.equal((await sent(64 * 1024)).status, 422);
    const over = await sent(64 * 1024 + 1);
    assert.equal(over.status, 413);
    assert.match(await over.text(), /<h1>Your message is too long<\/h1>/);
  });
});

describe('the pages of a form', () => {
  it('accept ten requests per second from one address, then return 429 with Retry-After', async () => {
    const [form, other] = [await createForm(organization), await createForm(organization)];
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await inOneMoment(async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => open(form, { headers })),
      );
      const refused = responses.filter(({ status }) => status === 429);
      assert.equal(refused.length, 2);
      const one = firstOf(refused);
      assert.equal(one.headers.get('retry-after'), '1');
      assert.equal(one.headers.get('ratelimit-limit'), '10');
      assert.match(await one.text(), /<h1>Too many requests<\/h1>/);
      assert.equal((await open(other, { headers })).status, 200, 'another form is limited as well');
    });
  });

  it('show an error page without details when the database fails', async () => {
    const form = await createForm(organization);
    // No other suite runs in this database at the same time.
    await service.owner.query('alter table forms rename to misplaced');
    try {
      const response = await open(form, { headers: { 'x-request-id': 'the-broken-one' } });
      assert.equal(response.status, 500);
      const page = await response.text();
      assert.match(page, /Something went wrong/);
      assert(page.includes('the-broken-one') && !page.includes('misplaced'));
    } finally {
      await service.owner.query('alter table misplaced rename to forms');
    }
  });
});
