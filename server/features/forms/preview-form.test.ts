import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { withoutTrace } from '../../testing/traces.ts';

const FORM = {
  name: 'Contact page',
  title: 'Ask Alder',
  services: [
    { code: 'ac_repair', label: 'AC repair' },
    { code: 'heating', label: 'Heating' },
  ],
};

describe('previewForm', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const preview = (change: object = {}) =>
    organization.api.post('/v1/forms/preview', { ...FORM, ...change });

  it('shows the pages that the form has once it is created, and stores nothing', async () => {
    await organization.api.get('/v1/forms');
    const { status, body } = await withoutTrace(service, () => preview({ thank_you: 'Thanks!' }));
    assert.equal(status, 200);
    const form = (await organization.api.post('/v1/forms', { ...FORM, thank_you: 'Thanks!' })).body;
    const page = await (await fetch(`${service.url}/f/${form.form_key}`)).text();
    const thanks = await (await fetch(`${service.url}/f/${form.form_key}/thanks`)).text();
    assert.equal(withoutChallenge(body.page_html), withoutChallenge(page));
    assert.equal(body.thanks_html, thanks);
  });

  it('is in the language and the color of the company, like the page of a visitor who prefers nothing', async () => {
    const { api } = await service.newOrganization();
    await api.patch('/v1/organization', { language: 'es', brand_color: '#7a1fa2' });
    const form = (await api.post('/v1/forms', FORM)).body;
    const page = await (await fetch(`${service.url}/f/${form.form_key}`)).text();
    const { body } = await api.post('/v1/forms/preview', FORM);
    assert.equal(withoutChallenge(body.page_html), withoutChallenge(page));
    assert(body.page_html.includes('<html lang="es">'));
    assert(body.page_html.includes('--brand: #7a1fa2;'));
    assert(body.thanks_html.includes('Gracias'));
  });

  it('escapes every text', async () => {
    const { body } = await preview({ title: '<script>alert(1)</script>', intro: '<img src=x>' });
    assert(!body.page_html.includes('<script>alert'));
    assert(!body.page_html.includes('<img'));
  });

  it('refuses what creating the form would refuse', async () => {
    const twice = { code: 'ac_repair', label: 'AC' };
    const { status, body } = await preview({ services: [twice, twice], redirect_url: 'no' });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/services/1/code', '/redirect_url'],
    );
    assert.equal((await preview({ title: '' })).status, 422);
  });

  it('has no script, no challenge and no receiver, so nothing can be sent from it', async () => {
    const { page_html } = (await preview()).body;
    assert(!/<script|challenge|method=/.test(page_html));
  });
});

function withoutChallenge(page: string): string {
  return (
    page
      // It is shown in the company's language, and leads nowhere.
      .replace(/<nav.*<\/nav>/s, '')
      .replace(/<form[^>]*>/, '<form>')
      .replaceAll(/<input type="hidden"[^>]*>\n?/g, '')
      .replace(/<script>.*<\/script>\n/s, '')
      .replace('<form>\n', '<form>')
  );
}
