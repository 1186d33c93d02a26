import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { sendForm } from '../../testing/form-visitor.ts';
import { attributionOf } from './visit.ts';

describe('where a visitor came from', () => {
  const service = sharedService();

  it('is in the lead: the parameters of the link, and the page before', async () => {
    const { api } = await service.newOrganization();
    const { body: form } = await api.post('/v1/forms', {
      name: 'Contact page',
      title: 'Ask Alder',
      services: [{ code: 'ac_repair', label: 'AC' }],
    });
    const url = `${service.url}/f/${form.form_key}?utm_source=google&utm_campaign=spring&gclid=EAIa&other=x`;
    const page = await fetch(url, { headers: { referer: 'https://alder.example.com/?a="1"' } });
    const text = await page.text();
    assert.match(text, /name="referrer" value="https:\/\/alder\.example\.com\/\?a=&quot;1&quot;"/);
    const sent = await sendForm(
      url,
      { name: 'Dana', phone: '+14155550134', referrer: 'https://alder.example.com/' },
      service,
    );
    assert.equal(sent.status, 303);
    const { body } = await api.get('/v1/leads?campaign=spring');
    assert.deepEqual(body.data[0].attribution, {
      utm_source: 'google',
      utm_campaign: 'spring',
      gclid: 'EAIa',
      campaign: 'spring',
      referrer: 'https://alder.example.com/',
    });
  });

  it('is the page of the form and its parameters, if the form is on another page', () => {
    const visit = { query: {}, referer: 'https://alder.example.com/heaters?utm_medium=cpc&x=1' };
    assert.deepEqual(attributionOf(visit, ''), {
      utm_medium: 'cpc',
      landing_page: 'https://alder.example.com/heaters?utm_medium=cpc&x=1',
    });
  });

  it('is left out if it cannot be true or stored', () => {
    const query = {
      utm_source: 'a\u0000b',
      utm_medium: 'x'.repeat(501),
      utm_term: ['a', 'b'],
      gclid: 'g',
    };
    for (const referer of ['javascript:alert(1)', `https://a.example.com/${'x'.repeat(2_000)}`]) {
      assert.deepEqual(attributionOf({ query, referer }, referer), { gclid: 'g' });
    }
  });
});
