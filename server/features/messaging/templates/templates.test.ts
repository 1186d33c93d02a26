import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { created } from '../../../testing/created.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';
import { ALDER_ST } from '../../../testing/places.ts';
import { VARIABLES } from './variables.ts';

describe('templates', () => {
  let count = 0;
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const create = (fields: object) => {
    count += 1;
    const template = { name: `Template ${count}`, channel: 'sms', body: 'Hi', ...fields };
    return organization.api.post('/v1/templates', template);
  };
  const newLead = async (fields: object) =>
    (await organization.api.post('/v1/leads', freshLead({ ...fields }))).body;
  const send = (body: object) =>
    organization.api.post('/v1/messages', {
      channel: 'sms',
      ...body,
    });

  it('are created, returned, listed and updated, and emit events', async () => {
    const { api } = await service.newOrganization();
    const mail = {
      name: 'Welcome',
      channel: 'email',
      subject: 'Hi {{ lead.name }}',
      body: 'Hello',
    };
    const first = await api.post('/v1/templates', mail);
    assert.equal(first.status, 201);
    const path = `/v1/templates/${first.body.template_id}`;
    service.clock.advance(1000);
    const changed = await api.patch(path, { body: 'Hello {{ organization.name }}' });
    assert.equal(changed.status, 200);
    assert.deepEqual((await api.get(path)).body, changed.body);
    assert.deepEqual((await api.get('/v1/templates')).body.data, [changed.body]);
    const taken = await api.post('/v1/templates', { ...mail, name: 'WELCOME' });
    assert.equal(taken.body.code, 'template_name_taken');
    const { body } = await api.get('/v1/events?limit=200');
    const updated = body.data.find((event: { type: string }) => event.type === 'template.updated');
    assert.equal(updated.previous.body, 'Hello');
  });

  it('are refused when they are saved if sending them would fail', async () => {
    const wrong = {
      '{{ lead.nme }}': 'unknown_variable',
      '{{ nobody.name }}': 'unknown_variable',
      '{{ lead }}': 'unknown_variable',
      '{{ lead.consent }}': 'unknown_variable',
      '{{ lead.constructor }}': 'unknown_variable',
      '{{ lead[variables.field] }}': 'unknown_variable',
      '{% if lead.nme %}x{% endif %}': 'unknown_variable',
      '{{ lead.name | shout }}': 'invalid_template',
      '{{ lead.name': 'invalid_template',
      '{% if lead.name %}': 'invalid_template',
      '{% include "secret" %}': 'invalid_template',
      '{% render "secret" %}': 'invalid_template',
    };
    for (const [body, code] of Object.entries(wrong)) {
      const { status, body: problem } = await create({ body });
      assert.equal(status, 422, body);
      const [error] = problem.errors;
      assert.deepEqual([error.pointer, error.code], ['/body', code], body);
    }
    const subject = await create({ channel: 'email', subject: '{{ lead.nme }}' });
    assert.equal(subject.body.errors[0].pointer, '/subject');
    assert.equal((await create({ channel: 'email' })).body.errors[0].pointer, '/subject');
    assert.equal((await create({ subject: 'Hi' })).body.errors[0].pointer, '/subject');
    const { template_id } = (await create({})).body;
    const patched = await organization.api.patch(`/v1/templates/${template_id}`, {
      body: '{{ lead.nme }}',
    });
    assert.equal(patched.status, 422);
  });

  it('are rendered for the contact when the message is queued', async () => {
    const body =
      'Hi {{ lead.name | default: "there" }}, {{ variables.technician }} of {{ organization.name }} comes.';
    const { template_id } = (await create({ body })).body;
    const { lead_id } = await newLead({ name: 'Dana' });
    const message = await send({ lead_id, template_id, variables: { technician: 'Rosa' } });
    assert.equal(message.status, 201);
    assert.equal(message.body.body, 'Hi Dana, Rosa of Alder Heating & Air comes.');
    assert.equal(message.body.template_id, template_id);
    await organization.api.patch(`/v1/templates/${template_id}`, { body: 'Something else' });
    const read = await organization.api.get(`/v1/communications/${message.body.communication_id}`);
    assert.equal(read.body.body, message.body.body);
  });

  it('are not sent with a missing value', async () => {
    const { lead_id } = await newLead({});
    const withVariable = (await create({ body: 'Hi {{ variables.technician }}' })).body.template_id;
    const withCustomer = (await create({ body: 'Hi {{ customer.name }}' })).body.template_id;
    for (const template_id of [withVariable, withCustomer]) {
      const { status, body } = await send({ lead_id, template_id });
      assert.equal(status, 422);
      const [error] = body.errors;
      assert.deepEqual([error.pointer, error.code], ['/template_id', 'template_not_applicable']);
    }
    const mail = await create({ channel: 'email', subject: 'Hi', body: 'Hi' });
    const other = await send({ lead_id, template_id: mail.body.template_id });
    assert.equal(other.body.errors[0].code, 'unknown_template');
    const otherOrganization = await service.newOrganization();
    const otherLead = await otherOrganization.api.post('/v1/leads', freshLead());
    const foreign = await otherOrganization.api.post('/v1/messages', {
      channel: 'sms',
      lead_id: otherLead.body.lead_id,
      template_id: withVariable,
    });
    assert.equal(foreign.body.errors[0].code, 'unknown_template');
  });

  it('use the current appointment, job and invoice, with local times and readable amounts', async () => {
    const { api } = organization;
    const { lead_id } = await newLead({});
    const body =
      '{{ appointment.starts_at | date: "%b %e, %H:%M" }} {{ appointment.assignee_name }}, {{ appointment.address }}: {{ job.title }}. {{ invoice.number }}: {{ invoice.balance_text }} due {{ invoice.due_on | date: "%b %e" }}';
    const { template_id } = (await create({ body })).body;
    assert.equal((await send({ lead_id, template_id })).body.errors[0].pointer, '/template_id');

    const email = `rosa.${randomUUID()}@example.com`;
    const user = { name: 'Rosa', email, role: 'technician', time_zone: 'America/New_York' };
    const assigned_to = (await api.post('/v1/users', user)).body.user_id;
    const location = { address: '12 Elm Street' };
    const book = async (starts_at: string) =>
      (await api.post('/v1/appointments', { lead_id, assigned_to, starts_at, location })).body;
    const past = await book('2020-03-02T09:00:00-05:00');
    await book('2099-07-03T09:00:00-04:00');
    await book('2099-07-01T23:30:00-04:00');
    const job = async (title: string) => (await api.post('/v1/jobs', { lead_id, title })).body;
    const [first] = [await job('Boiler'), await job('Pump')];
    const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 12_950 }];
    const due = { currency: 'USD', due_on: '2099-08-01' };
    const bill = async ({ job_id }: { job_id: string }) => {
      const { invoice_id } = (await api.post('/v1/invoices', { ...due, job_id, lines })).body;
      return (await api.post(`/v1/invoices/${invoice_id}/send`)).body;
    };
    const invoice = await bill(first);

    const message = await send({ lead_id, template_id });
    assert.equal(
      message.body.body,
      `Jul  1, 23:30 Rosa, 12 Elm Street: Pump. ${invoice.number}: 129.50 USD due Aug  1`,
    );
    const about = { appointment_id: past.appointment_id, job_id: first.job_id };
    const chosen = await send({ lead_id, template_id, ...about, invoice_id: invoice.invoice_id });
    assert.match(chosen.body.body, /^Mar {2}2, 09:00 Rosa, 12 Elm Street: Boiler\./);

    const unrelated = await newLead({});
    const otherLead = await send({ lead_id: unrelated.lead_id, template_id, ...about });
    const pointers = otherLead.body.errors.map((error: { pointer: string }) => error.pointer);
    assert.deepEqual(pointers, ['/appointment_id', '/job_id']);
    const withBody = await send({ lead_id, body: 'Hello', ...about });
    assert.equal(withBody.status, 422);
  });

  it('are stopped if they run too long or grow too large', async () => {
    const { lead_id } = await newLead({});
    const huge = '{% for i in (1..100000000) %}x{% endfor %}';
    const endless =
      '{% for i in (1..9999) %}{% for j in (1..9999) %}{% if i == j %}x{% endif %}{% endfor %}{% endfor %}';
    const long = '{% for i in (1..2000) %}x{% endfor %}';
    for (const body of [huge, endless, long]) {
      const { template_id } = (await create({ body })).body;
      assert.equal((await send({ lead_id, template_id })).status, 422, body);
    }
  });

  const preview = (fields: object, api = organization.api) =>
    api.post('/v1/templates/preview', { channel: 'sms', body: 'Hi', ...fields });

  it('can be seen for a contact before they are saved, in the contact’s language', async () => {
    const { lead_id, lifecycle_number } = await newLead({ name: 'Inés', language: 'es' });
    const texts = {
      channel: 'email',
      subject: 'About {{ lead.name }}',
      body: 'Hello {{ lead.name }}',
      translations: { es: { body: 'Hola {{ lead.name }}, {{ variables.when }}' } },
      variables: { when: 'a las dos' },
    };
    const shown = await preview({ ...texts, lead_id });
    assert.equal(shown.status, 200, JSON.stringify(shown.body));
    assert.deepEqual(shown.body, {
      subject: 'About Inés',
      body: 'Hola Inés, a las dos',
      language: 'es',
    });
    assert.deepEqual((await preview({ ...texts, lifecycle_number })).body, shown.body);
    const { body } = await organization.api.get('/v1/communications');
    assert.equal(body.data.filter((one: { to: string }) => one.to === 'Inés').length, 0);
  });

  it('are previewed with the checks of saving and sending', async () => {
    const { lead_id } = await newLead({ name: 'Dana' });
    const pointerOf = async (fields: object) => {
      const { status, body } = await preview({ lead_id, ...fields });
      assert.equal(status, 422, JSON.stringify(body));
      return [body.errors[0].pointer, body.errors[0].code];
    };
    assert.deepEqual(await pointerOf({ body: '{{ lead.shoe }}' }), ['/body', 'unknown_variable']);
    assert.deepEqual(await pointerOf({ body: '{{ lead.name' }), ['/body', 'invalid_template']);
    assert.deepEqual(await pointerOf({ channel: 'email' }), ['/subject', 'required']);
    assert.deepEqual(await pointerOf({ subject: 'Hi' }), ['/subject', 'not_allowed']);
    const missing = await pointerOf({ body: '{{ invoice.total_text }}' });
    assert.deepEqual(missing, ['/body', 'template_not_applicable']);
    assert.deepEqual(await pointerOf({ body: '{% if false %}x{% endif %}' }), ['/body', 'empty']);
    assert.equal((await preview({})).status, 422);
    assert.equal((await preview({ lifecycle_number: '1' })).status, 404);
    const other = await service.newOrganization();
    assert.equal((await preview({ lead_id }, other.api)).status, 404);
  });

  it('show the estimate that was sent, and the place of the visit', async () => {
    const { lead_id } = await newLead({ name: 'Dana' });
    const body =
      '{{ estimate.number }} {{ estimate.total_text }} {{ estimate.valid_until }} {{ property.line1 }}, {{ property.city }} {{ property.postal_code }}';
    const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 50_000 }];
    const options = [{ name: 'Good', lines }];
    const offer = { lead_id, title: 'Boiler', valid_until: '2027-03-31', options };
    const { estimate_id, number } = await created(organization.api.post('/v1/estimates', offer));
    const places = [ALDER_ST, { ...ALDER_ST, line1: '9 Oak St' }];
    const [first] = await Promise.all(
      places.map((address) =>
        created(organization.api.post('/v1/properties', { lead_id, address })),
      ),
    );
    // A draft is not known to the contact.
    const [draft] = (await preview({ lead_id, body })).body.errors;
    assert.equal(draft.code, 'template_not_applicable');
    await organization.api.post(`/v1/estimates/${estimate_id}/send`);
    const visit = { lead_id, starts_at: '2027-03-02T17:00:00Z', property_id: first.property_id };
    await created(organization.api.post('/v1/appointments', visit));
    const shown = `${number} 500.00 USD 2027-03-31 1418 Alder St, ${ALDER_ST.city} ${ALDER_ST.postal_code}`;
    assert.equal((await preview({ lead_id, body })).body.body, shown);
    const { body: token } = await organization.api.post('/v1/tokens', {
      name: 'Writer',
      scopes: ['templates:write', 'customers:read'],
    });
    const refused = await preview({ lead_id, body }, service.as(token.token));
    assert.deepEqual(refused.body.required_scopes, ['estimates:read']);
  });

  it('are previewed only with what the caller may read', async () => {
    const { lead_id } = await newLead({ name: 'Dana' });
    const { body } = await organization.api.post('/v1/tokens', {
      name: 'Writer',
      scopes: ['templates:write'],
    });
    const writer = service.as(body.token);
    assert.equal((await preview({ lead_id }, writer)).status, 200);
    const refused = await preview({ lead_id, body: '{{ lead.phone }}' }, writer);
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
  });

  it('have exactly the variables that docs/templates.md lists', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/templates.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)\.…` \| (.+?) \|/gm)].map(([, root, fields]) => [
      root,
      [...fields!.matchAll(/`(\w+)`/g)].map(([, field]) => field),
    ]);
    assert.deepEqual(Object.fromEntries(listed), VARIABLES);
  });
});
