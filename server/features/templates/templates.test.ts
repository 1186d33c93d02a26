import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { VARIABLES } from './variables.ts';

describe('templates', () => {
  let service: TestService;
  let organization: TestOrganization;
  let made = 0;
  before(async () => {
    service = await startTestService();
    organization = await service.newOrganization();
  });
  after(() => service.stop());

  const create = (fields: object) => {
    made += 1;
    const template = { name: `Template ${made}`, channel: 'sms', body: 'Hi', ...fields };
    return organization.api.post('/v1/templates', template);
  };
  const newLead = async (fields: object) =>
    (await organization.api.post('/v1/leads', freshLead({ ...fields }))).body;
  const send = (body: object) =>
    organization.api.post('/v1/communications', {
      channel: 'sms',
      direction: 'outbound',
      ...body,
    });

  it('are written, read, listed and changed, and tell of it', async () => {
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

  it('are refused when they are saved for what would fail when they are sent', async () => {
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

  it('say of the contact what is true when the message is queued', async () => {
    const body =
      'Hi {{ lead.name | default: "there" }}, {{ variables.technician }} of {{ organization.name }} comes.';
    const { template_id } = (await create({ body })).body;
    const { lead_id } = await newLead({ name: 'Dana' });
    const said = await send({ lead_id, template_id, variables: { technician: 'Rosa' } });
    assert.equal(said.status, 201);
    assert.equal(said.body.body, 'Hi Dana, Rosa of Alder Heating & Air comes.');
    assert.equal(said.body.template_id, template_id);
    await organization.api.patch(`/v1/templates/${template_id}`, { body: 'Something else' });
    const read = await organization.api.get(`/v1/communications/${said.body.communication_id}`);
    assert.equal(read.body.body, said.body.body);
  });

  it('are not sent with a hole in them', async () => {
    const { lead_id } = await newLead({});
    const named = (await create({ body: 'Hi {{ variables.technician }}' })).body.template_id;
    const customers = (await create({ body: 'Hi {{ customer.name }}' })).body.template_id;
    for (const template_id of [named, customers]) {
      const { status, body } = await send({ lead_id, template_id });
      assert.equal(status, 422);
      const [error] = body.errors;
      assert.deepEqual([error.pointer, error.code], ['/template_id', 'template_not_applicable']);
    }
    const mail = await create({ channel: 'email', subject: 'Hi', body: 'Hi' });
    const other = await send({ lead_id, template_id: mail.body.template_id });
    assert.equal(other.body.errors[0].code, 'unknown_template');
    const stranger = await service.newOrganization();
    const theirs = await stranger.api.post('/v1/leads', freshLead());
    const stolen = await stranger.api.post('/v1/communications', {
      channel: 'sms',
      direction: 'outbound',
      lead_id: theirs.body.lead_id,
      template_id: named,
    });
    assert.equal(stolen.body.errors[0].code, 'unknown_template');
  });

  it('end in time and within bounds, whatever they are', async () => {
    const { lead_id } = await newLead({});
    const greedy = '{% for i in (1..100000000) %}x{% endfor %}';
    const endless =
      '{% for i in (1..9999) %}{% for j in (1..9999) %}{% if i == j %}x{% endif %}{% endfor %}{% endfor %}';
    const long = '{% for i in (1..2000) %}x{% endfor %}';
    for (const body of [greedy, endless, long]) {
      const { template_id } = (await create({ body })).body;
      assert.equal((await send({ lead_id, template_id })).status, 422, body);
    }
  });

  it('may name what docs/templates.md lists, and nothing else', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/templates.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)\.…` \| (.+?) \|/gm)].map(([, root, fields]) => [
      root,
      [...fields!.matchAll(/`(\w+)`/g)].map(([, field]) => field),
    ]);
    assert.deepEqual(Object.fromEntries(listed), VARIABLES);
  });
});
