import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { simpleParser } from 'mailparser';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { LinkVisitor } from '../../testing/link-visitor.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { newUser } from '../../testing/office.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { ALDER_ST } from '../../testing/places.ts';
import { Playbooks } from '../../testing/playbooks.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../testing/sms-gateway.ts';

describe('links in messages', () => {
  const service = sharedService({ hasWorker: true });
  const organization = fresh(() => service.newOrganization());
  const gateway = shared(() => startSmsGateway());
  const post = (path: string, body?: object) => created(organization.api.post(path, body));

  async function newLead(phone: string) {
    const settings = { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' };
    await post('/v1/channels', { kind: 'sms_gateway', settings });
    return post('/v1/leads', freshLead({ name: 'Dana', phone }));
  }
  const textTo = (phone: string): Promise<string> =>
    eventually(
      async () => gateway.requests.find(({ body }) => body.to === phone)?.body.body ?? false,
    );
  const linkIn = (text: string) => /https?:\/\/\S*\/c\/\S+/.exec(text)?.[0] ?? assert.fail(text);
  const template = (body: string) => post('/v1/templates', { name: 'Link', channel: 'sms', body });

  it('open the visit for the contact, and only the contact gets the key', async () => {
    const phone = '+14155550181';
    const { lead_id } = await newLead(phone);
    const assigned_to = await newUser(organization.api, { name: 'Rosa Delgado' });
    const starts_at = '2027-03-02T09:00:00-08:00';
    const visit = await post('/v1/appointments', { lead_id, assigned_to, starts_at });
    const { template_id } = await template('See you: {{ links.visit }} Bye.');
    const message = { lead_id, channel: 'sms', template_id, purpose: 'service' };
    const stored = await post('/v1/messages', message);
    assert(stored.body.includes(`/c/${visit.appointment_id}`), stored.body);
    const url = linkIn(await textTo(phone));
    const page = await fetch(url);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Rosa/);
    const { data } = (await organization.api.get('/v1/links')).body;
    assert.deepEqual(
      data.map(({ purpose, communication_id }: Record<string, unknown>) => [
        purpose,
        communication_id,
      ]),
      [['visit', stored.communication_id]],
    );
    // What is stored, in events and in responses, opens nothing.
    const key = url.slice(-26);
    const seen = await Promise.all([
      organization.api.get('/v1/events?limit=200'),
      organization.api.get(`/v1/communications/${stored.communication_id}`),
    ]);
    for (const { body } of seen) assert(!JSON.stringify(body).includes(key));
    assert.equal((await fetch(linkIn(stored.body))).status, 404);
  });

  it('are refused without what they open, and to another address', async () => {
    const { lead_id } = await newLead('+14155550182');
    const { template_id } = await template('Approve it: {{ links.estimate }}');
    const message = { lead_id, channel: 'sms', template_id };
    const send = async (more = {}) =>
      (await organization.api.post('/v1/messages', { ...message, ...more })).body.errors?.[0]?.code;
    assert.equal(await send(), 'template_not_applicable');
    const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 50_000 }];
    const offer = { lead_id, title: 'Boiler', options: [{ name: 'Good', lines }] };
    const { estimate_id } = await post('/v1/estimates', offer);
    await organization.api.post(`/v1/estimates/${estimate_id}/send`);
    assert.equal(await send({ to: '+14155550199' }), 'template_not_applicable');
    assert.equal(await send(), undefined);
    const preview = { lead_id, channel: 'sms', body: '{{ links.estimate }} {{ links.profile }}' };
    const wrong = await organization.api.post('/v1/templates/preview', preview);
    assert.equal(wrong.body.errors[0].code, 'unknown_variable');
  });

  it('are in the message that brings an estimate, and in a follow-up', async () => {
    const phone = '+14155550183';
    const { lead_id } = await newLead(phone);
    const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 50_000 }];
    const offer = { lead_id, title: 'Boiler', options: [{ name: 'Good', lines }] };
    const { estimate_id } = await post('/v1/estimates', offer);
    await organization.api.post(`/v1/estimates/${estimate_id}/send`, { channel: 'sms' });
    const url = linkIn(await textTo(phone));
    assert.match(await (await fetch(url)).text(), /<h1>Your estimate<\/h1>/);
    const body = 'Still interested? {{ links.estimate }}';
    const followUp = { lead_id, channel: 'sms', body, purpose: 'service', delay: 'PT1S' };
    await post('/v1/follow-ups', followUp);
    service.clock.advance(2_000);
    const text = await eventually(
      async () =>
        gateway.requests.find((one) => one.body.body.startsWith('Still'))?.body.body ?? false,
    );
    assert.equal((await fetch(linkIn(text))).status, 200);
  });

  describe('in the message that sends an invoice', () => {
    const mailServer = shared(() => startMailServer());
    const phone = '+14155550186';
    const email = 'dana.invoice@example.com';
    const read: Record<string, () => Promise<string>> = {
      sms: () => textTo(phone),
      email: async () => {
        const mail = await eventually(
          async () => mailServer.mails.find(({ to }) => to === email) ?? false,
        );
        return (await simpleParser(mail.raw)).text ?? '';
      },
    };

    for (const channel of ['sms', 'email'] as const) {
      it(`open that invoice and nothing else, by ${channel}`, async () => {
        const contact = { name: 'Dana', phone, email };
        const { lead_id } = await post('/v1/leads', freshLead(contact));
        const send = async (description: string) => {
          const { job_id } = await post('/v1/jobs', { lead_id, title: `${description} job` });
          const lines = [{ description, quantity: 1, unit_amount: 120_000 }];
          const { invoice_id } = await post('/v1/invoices', { job_id, lines });
          return (await organization.api.post(`/v1/invoices/${invoice_id}/send`)).body;
        };
        const others = [await send('Furnace'), await send('Duct')];
        const from = '+14155550100';
        const gatewayOf = { url: gateway.url, secret: GATEWAY_SECRET, from_number: from };
        const { port } = mailServer;
        const mail = { host: '127.0.0.1', port, secure: false, from_address: 'office@example.com' };
        await (channel === 'sms'
          ? post('/v1/channels', { kind: 'sms_gateway', settings: gatewayOf })
          : post('/v1/channels', { kind: 'smtp', settings: mail }));
        const sent = await send('Boiler');
        assert.deepEqual([sent.delivery, others[0].delivery], [channel, 'issued']);
        const message = (await organization.api.get(`/v1/communications/${sent.communication_id}`))
          .body;
        assert.equal((await fetch(linkIn(message.body))).status, 404, 'what is stored opens');

        const visitor = new LinkVisitor(linkIn((await read[channel]?.()) ?? ''));
        const page = await visitor.open();
        assert.equal(page.status, 200);
        for (const part of [sent.number, 'Boiler', '$1,200.00']) {
          assert(page.text.includes(part), `${part} is not in ${page.text}`);
        }
        for (const part of [...others.map(({ number }) => number), 'Furnace', 'Duct', email]) {
          assert(!page.text.includes(part), `${part} is in ${page.text}`);
        }
        const file = await fetch(`${visitor.url}/document.pdf`);
        const pdf = (await pdfPages(new Uint8Array(await file.arrayBuffer()))).join(' ');
        assert(pdf.includes(sent.number) && !pdf.includes('Furnace'), pdf);
        for (const part of ['/move', '/visit.ics']) {
          assert.equal((await visitor.open(part)).status, 404, part);
        }
        for (const action of ['save', 'accept', 'cancel', 'confirm']) {
          assert.equal((await visitor.post(action, { name: 'X', email })).status, 404, action);
        }
      });
    }
  });

  describe('in the texts of playbooks', () => {
    const playbooks = () => new Playbooks(organization.api);
    const sends = (body: string) => ({
      steps: [
        { id: 'send', do: 'send_message', with: { channel: 'sms', body, purpose: 'service' } },
      ],
    });

    it('open for the contact, next to the estimate and the property', async () => {
      const phone = '+14155550184';
      const { lead_id } = await newLead(phone);
      const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 50_000 }];
      const options = [
        { name: 'Good', lines },
        { name: 'Better', recommended: true, lines: [{ ...lines[0], quantity: 2 }] },
      ];
      const offer = { lead_id, title: 'Boiler', valid_until: '2027-03-31', options };
      const { estimate_id, number } = await post('/v1/estimates', offer);
      await organization.api.post(`/v1/estimates/${estimate_id}/send`);
      await post('/v1/properties', { lead_id, address: ALDER_ST });
      const made = await playbooks().make(
        sends(
          '{{ estimate.number }} {{ estimate.title }} {{ estimate.total_text }} {{ estimate.valid_until }} {{ property.address }}: {{ links.estimate }}',
        ),
      );
      await playbooks().run(made, { lead_id });
      const text = await eventually(
        async () =>
          gateway.requests.find((one) => one.body.body.startsWith(`${number} `))?.body.body ??
          false,
      );
      const shown = `${number} Boiler 1000.00 USD 2027-03-31 1418 Alder St`;
      assert(text.startsWith(shown), text);
      assert.equal((await fetch(linkIn(text))).status, 200);
    });

    it('fail without what they are about', async () => {
      const { lead_id } = await newLead('+14155550185');
      for (const body of ['{{ estimate.number }}', '{{ property.city }}', '{{ links.invoice }}']) {
        const made = await playbooks().make(sends(body));
        const { run_id } = await playbooks().run(made, { lead_id });
        const { error } = await playbooks().until(run_id, 'failed');
        assert.equal(error.code, 'text_not_applicable', body);
      }
    });

    it('are refused where others could read them, and with a wrong name', async () => {
      const code = async (step: object) => {
        const definition = { name: 'P', trigger: { manual: true }, steps: [{ id: 's', ...step }] };
        const { status, body } = await organization.api.post('/v1/playbooks', definition);
        return [status, body.errors?.[0]?.code];
      };
      const body = '{{ links.visit }}';
      const followUp = { do: 'create_follow_up', with: { channel: 'sms', body } };
      assert.deepEqual(await code(followUp), [422, 'not_allowed']);
      const task = { do: 'create_task', with: { title: body } };
      assert.deepEqual(await code(task), [422, 'not_allowed']);
      const wrong = { do: 'create_task', with: { title: '{{ estimate.nmber }}' } };
      assert.deepEqual(await code(wrong), [422, 'unknown_variable']);
      const right = { do: 'create_task', with: { title: '{{ estimate.number }}' } };
      assert.deepEqual(await code(right), [201, undefined]);
    });
  });
});
