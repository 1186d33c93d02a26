import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { startAnotherApp } from '../testing/another-app.ts';
import { created } from '../testing/created.ts';
import { eventually } from '../testing/eventually.ts';
import { shared, sharedService } from '../testing/fixtures.ts';
import type { TestOrganization } from '../testing/harness.ts';
import { freshLead } from '../testing/leads.ts';
import { connectMcp, type McpClient } from '../testing/mcp-client.ts';
import { newUser } from '../testing/office.ts';

const service = sharedService({ hasWorker: true });

/** An organization with a technician who repairs air conditioning, and a client of it. */
const office = shared(() => openOffice());

async function openOffice() {
  const organization = await service.newOrganization();
  const rosa = await newUser(organization.api, { name: 'Rosa Delgado', skills: ['ac_repair'] });
  const mcp = await connectMcp(service.url, organization.token);
  return { ...organization, rosa, mcp };
}

async function tokenFor({ api }: Pick<TestOrganization, 'api'>, ...scopes: string[]) {
  const { token } = await created(api.post('/v1/tokens', { name: scopes.join(' '), scopes }));
  return String(token);
}

/** A client whose token has only these scopes. */
async function clientWith(...scopes: string[]): Promise<McpClient> {
  return connectMcp(service.url, await tokenFor(office, ...scopes));
}

async function newLead(fields: Record<string, unknown> = {}) {
  return await created(office.api.post('/v1/leads', freshLead(fields)));
}

/** Confirms what the tool asks for. */
async function confirm(mcp: McpClient, name: string, args: object) {
  const asked = await mcp.call(name, args);
  assert.equal(asked.needs_confirmation, true, JSON.stringify(asked));
  return mcp.call(name, { ...args, confirmation: asked.confirmation });
}

/** The problem of a confirmed tool: with the first call if the operation can be tried, or once it is confirmed. */
async function refusedInTheEnd(mcp: McpClient, name: string, args: object) {
  const { isError, body } = await mcp.try(name, args);
  return isError ? body : mcp.refused(name, { ...args, confirmation: body.confirmation });
}

describe('the tools over HTTP', () => {
  it('book a visit from "my AC is broken" in three calls', async () => {
    const { mcp } = office;
    const phone = '+14155550142';
    const { result: lead } = await mcp.call('capture_lead', {
      name: 'Mia Torres',
      phone,
      service_needed: 'ac_repair',
      transcript: 'Hi, my AC is broken. It is 95 degrees in here.',
    });
    const { slots } = await mcp.call('check_availability', { service: 'ac_repair' });
    const [{ starts_at, user_ids }] = slots;
    const { result: visit, undo } = await mcp.call('book_appointment', {
      lead_id: lead.lead_id,
      starts_at,
      assigned_to: user_ids[0],
      service: 'ac_repair',
    });
    assert.equal(visit.status, 'booked');
    assert.equal(visit.lifecycle_number, lead.lifecycle_number);
    assert.equal(
      undo,
      `cancel_or_undo {"step":"appointment.cancel","id":"${visit.appointment_id}"}`,
    );
    const stored = await office.api.get(`/v1/appointments/${visit.appointment_id}`);
    assert.equal(stored.body.assigned_to, office.rosa);
  });

  it('take a call from availability to a booked visit in two calls, by the rules of the service', async () => {
    const { api } = await service.newOrganization();
    const user = await newUser(api, {
      name: 'Ines Rocha',
      role: 'dispatcher',
      skills: ['boilers'],
    });
    await api.patch(`/v1/users/${user}`, { takes_visits: true });
    const boiler = { code: 'boiler_repair', name: 'Boiler repair', duration_minutes: 90 };
    await created(api.post('/v1/services', { ...boiler, skills: ['boilers'] }));
    await created(api.post('/v1/areas', { name: 'Portland', postal_codes: ['972*'] }));
    // The rights of a voice agent: it sees no users.
    const scopes = ['appointments:read', 'appointments:write', 'leads:write'];
    const mcp = await connectMcp(service.url, await tokenFor({ api }, ...scopes));
    const wanted = { service: 'boiler_repair', postal_code: '97205' };
    const found = await mcp.call('check_availability', { ...wanted, windows: 'PT2H', limit: 2 });
    assert.equal(found.duration_minutes, 90);
    assert.equal(found.slots.length, 2);
    assert.equal(found.more, true);
    assert.deepEqual(found.slots[0].user_ids, [user]);
    assert.ok(found.slots[0].window.ends_at);
    const away = await mcp.call('check_availability', { ...wanted, postal_code: '10001' });
    assert.deepEqual([away.outside_area, away.slots], [true, []]);
    const noOne = await mcp.call('check_availability', { ...wanted, service: 'roofing' });
    assert.deepEqual(noOne.reasons, ['skill']);

    const { starts_at } = found.slots[0];
    const contact = { name: 'Noa Levi', phone: '+15035550142' };
    const call = { ...wanted, starts_at, contact, address: '1418 Alder St' };
    const { result, undo } = await mcp.call('book_appointment', call);
    assert.equal(result.lead.name, 'Noa Levi');
    assert.equal(result.appointment.ends_at, found.slots[0].ends_at);
    const id = result.appointment.appointment_id;
    assert.equal(undo, `cancel_or_undo {"step":"appointment.cancel","id":"${id}"}`);
    assert.equal((await mcp.call('book_appointment', call)).replayed, true);
    const second = await mcp.refused('book_appointment', { ...call, notes: 'Also' });
    assert.equal(second.code, 'slot_taken');

    const next = found.slots[1].starts_at;
    const free = second.alternatives[0]?.starts_at ?? next;
    const held = await mcp.call('book_appointment', {
      ...wanted,
      starts_at: free,
      hold_seconds: 300,
    });
    const other = { contact: { phone: '+15035550143' }, hold_id: held.result.hold_id };
    const booked = await mcp.call('book_appointment', other);
    assert.equal(booked.result.appointment.starts_at, free);
  });

  it('show and send an estimate, and put right what a source could not take in', async () => {
    const { mcp, api } = office;
    const { lead_id, lifecycle_number } = await newLead({ name: 'Pia Sommer' });
    const lines = [{ description: 'Heat pump', quantity: 1, unit_amount: 640_000 }];
    const offer = { lead_id, title: 'Heat pump', options: [{ name: 'Good', lines }] };
    const { estimate_id: id } = await created(api.post('/v1/estimates', offer));
    const changes = { title: 'Heat pump, installed' };
    await mcp.call('update_record', { kind: 'estimate', id, changes });
    const { estimates } = await mcp.call('get_lifecycle', { lifecycle_number });
    assert.equal(estimates[0].title, 'Heat pump, installed');
    assert.equal(estimates[0].options[0].total, 640_000);
    await confirm(mcp, 'cancel_or_undo', { step: 'estimate.send', id });
    const rows = await mcp.call('find_records', { kind: 'estimate', lifecycle_number });
    assert.equal(rows.results[0].rows[0].status, 'sent');
    const revised = await mcp.call('take_step', { step: 'estimate.revise', id });
    assert.equal(revised.result.version, 2);

    const source = { name: 'Website', kind: 'json', source: 'website' };
    const { url } = await created(api.post('/v1/sources', source));
    const body = JSON.stringify({ name: 'No way to reach them' });
    const headers = { 'content-type': 'application/json' };
    await fetch(new URL(new URL(url).pathname, service.url), { method: 'POST', headers, body });
    const kept = await mcp.call('find_records', { kind: 'quarantine' });
    const { receipt_id } = kept.results[0].rows[0];
    const discard = { step: 'quarantine.discard', id: receipt_id, reason: 'Spam' };
    const discarded = await confirm(mcp, 'cancel_or_undo', discard);
    assert.equal(discarded.result.outcome, 'discarded');
  });

  it('go from a sold job to a paid invoice', async () => {
    const { mcp } = office;
    const { lead_id, lifecycle_number } = await newLead({ name: 'Omar Haddad' });
    await mcp.call('take_step', { step: 'lead.qualify', id: lead_id });
    const { result: job } = await mcp.call('create_job', {
      lead_id,
      title: 'New compressor',
      amount: 189_000,
      currency: 'USD',
    });
    const { result: invoice } = await mcp.call('create_invoice', {
      job_id: job.job_id,
      lines: [{ description: 'Compressor', quantity: 1, unit_amount: 189_000 }],
    });
    const id = invoice.invoice_id;
    const changes = { notes: 'Thank you.' };
    const changed = await mcp.call('update_record', { kind: 'invoice', id, changes });
    assert.equal(changed.result.notes, 'Thank you.');
    assert.equal(changed.undo, 'none');
    await confirm(mcp, 'cancel_or_undo', { step: 'invoice.send', id });
    const payment = { invoice_id: id, amount: 189_000, method: 'check', reference: '1042' };
    const paid = await confirm(mcp, 'record_payment', payment);
    assert.match(paid.undo, /^record_payment .*"refund":true/);
    const { body } = await office.api.get(`/v1/invoices/${id}`);
    assert.equal(body.status, 'paid');
    const refund = { invoice_id: id, amount: 9_000, refund: true, reason: 'Goodwill' };
    await confirm(mcp, 'record_payment', refund);
    const { invoices, timeline } = await mcp.call('get_lifecycle', { lifecycle_number });
    assert.equal(invoices[0].balance, 9_000);
    assert.ok(
      timeline.some((line: string) => line.includes('invoice.refunded')),
      timeline.join(),
    );
  });

  it('find records in brief rows, page by page, and refuse a filter that a list does not have', async () => {
    const { mcp } = office;
    const leads = await Promise.all([1, 2, 3].map((n) => newLead({ name: `Zora Quill ${n}` })));
    const found = await mcp.call('find_records', { q: 'Zora Quill', kind: 'lead', limit: 2 });
    const [{ rows, next_cursor }] = found.results;
    assert.equal(rows.length, 2);
    const next = { q: 'Zora Quill', kind: 'lead', limit: 2, cursor: next_cursor };
    const rest = await mcp.call('find_records', next);
    const ids = [...rows, ...rest.results[0].rows].map((row: { lead_id: string }) => row.lead_id);
    assert.deepEqual(ids.toSorted(), leads.map(({ lead_id }) => lead_id).toSorted());
    const both = await mcp.call('find_records', { q: 'Zora' });
    assert.deepEqual(
      both.results.map(({ kind }: { kind: string }) => kind),
      ['lead', 'customer'],
    );
    const wrong = await mcp.refused('find_records', { kind: 'user', q: 'Rosa' });
    assert.equal(wrong.code, 'parameter_unknown');
    assert.ok(wrong.parameters.includes('limit'));
    const users = await mcp.call('find_records', { kind: 'user' });
    assert.ok(
      users.results[0].rows.some((row: { user_id: string }) => row.user_id === office.rosa),
    );
    const overdue = await mcp.call('find_records', { kind: 'invoice', filters: { overdue: true } });
    assert.deepEqual(overdue.results[0].rows, []);
    const noKind = await mcp.refused('find_records', { cursor: 'x' });
    assert.equal(noKind.code, 'kind_missing');
  });

  it('answer with at most 8,000 tokens, and a list then with its cursor', async () => {
    const { api, token } = await service.newOrganization();
    const notes = 'Der Kompressor läuft, aber es kühlt nicht — 空调坏了，请尽快来。 '.repeat(30);
    for (let n = 0; n < 20; n += 1) await created(api.post('/v1/leads', freshLead({ notes })));
    const mcp = await connectMcp(service.url, token);
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const parameters = { limit: 20, ...(cursor && { cursor }) };
      const { text, body } = await mcp.try('api_read', { operation_id: 'listLeads', parameters });
      assert.ok(encode(text).length <= 8_000, `${encode(text).length} tokens`);
      for (const lead of body.data) seen.add(lead.lead_id);
      cursor = body.next_cursor;
    } while (cursor);
    assert.equal(seen.size, 20);
    const whole = await mcp.try('find_records', { kind: 'lead', limit: 50 });
    assert.ok(encode(whole.text).length <= 8_000, `${encode(whole.text).length} tokens`);
    const events = await mcp.try('find_records', { kind: 'event', limit: 50 });
    assert.ok(encode(events.text).length <= 8_000, `${encode(events.text).length} tokens`);
  });

  it('say what is wrong, and what is possible instead', async () => {
    const { mcp } = office;
    const { lead_id } = await newLead();
    const visit = { lead_id, starts_at: '2027-03-04T10:00:00-08:00', assigned_to: office.rosa };
    const { result } = await mcp.call('book_appointment', visit);
    const taken = await mcp.refused('book_appointment', { ...visit, notes: 'Again' });
    assert.equal(taken.code, 'slot_taken');
    assert.ok(taken.alternatives[0].starts_at);
    const id = result.appointment_id;
    await mcp.call('take_step', { step: 'appointment.complete', id });
    const over = await mcp.refused('take_step', { step: 'appointment.start', id });
    assert.equal(over.code, 'transition_not_allowed');
    assert.ok(Array.isArray(over.allowed) || over.allowed === undefined);
    const invalid = await mcp.refused('capture_lead', { service_needed: 'ac_repair' });
    assert.ok(invalid.errors.length > 0);
    const schema = await mcp.refused('capture_lead', { nonsense: 1 });
    assert.match(JSON.stringify(schema), /nonsense|service_needed/);
  });

  it('each pass on what the API refuses', async () => {
    const { mcp } = office;
    const none = (prefix: string) => `${prefix}_01h455vb4pex5vsknk084sn02q`;
    const { lead_id } = await newLead();
    const contact = { lead_id: none('lead') };
    const later = { due_at: '2027-03-03T09:00:00-08:00', channel: 'task' };
    const line = { description: 'Part', quantity: 1, unit_amount: 100 };
    const refusals: [tool: string, code: string, args: object][] = [
      ['get_lifecycle', 'not_found', { lifecycle_number: '999999-9' }],
      ['check_availability', 'validation_failed', { user_id: office.rosa, from: 'soon' }],
      ['update_record', 'validation_failed', { kind: 'lead', id: lead_id, changes: { x: 1 } }],
      ['reschedule_appointment', 'not_found', { appointment_id: none('appointment') }],
      ['create_job', 'validation_failed', { title: 'Nothing' }],
      ['create_invoice', 'not_found', { job_id: none('job'), lines: [line] }],
      ['log_communication', 'not_found', { ...contact, channel: 'note', body: 'Hi' }],
      ['schedule_follow_up', 'not_found', { ...contact, ...later }],
      ['schedule_follow_up', 'not_found', { ...contact, ...later, channel: 'sms', body: 'Hi' }],
      ['take_step', 'not_found', { step: 'job.start', id: none('job') }],
      ['send_message', 'not_found', { ...contact, channel: 'sms', body: 'Hi' }],
      ['record_payment', 'not_found', { invoice_id: none('invoice'), amount: 1, method: 'cash' }],
      ['cancel_or_undo', 'not_found', { step: 'job.cancel', id: none('job') }],
    ];
    for (const [tool, code, args] of refusals) {
      const refused = await mcp.refused(tool, args);
      assert.equal(refused.code, code, `${tool}: ${JSON.stringify(refused)}`);
      assert.ok(refused.detail.length > 0, tool);
    }
    const own = { step: 'lead.disqualify', id: lead_id };
    const incomplete = await refusedInTheEnd(mcp, 'cancel_or_undo', own);
    assert.equal(incomplete.errors[0].pointer, '/reason');
  });

  it('move a visit, hold one, and read the board', async () => {
    const { mcp } = office;
    const { lead_id } = await newLead();
    const visit = { lead_id, starts_at: '2027-03-05T08:00:00-08:00', assigned_to: office.rosa };
    const { result } = await mcp.call('book_appointment', visit);
    const moved = await mcp.call('reschedule_appointment', {
      appointment_id: result.appointment_id,
      starts_at: '2027-03-05T09:00:00-08:00',
    });
    assert.equal(moved.result.starts_at, '2027-03-05T09:00:00-08:00');
    const held = await mcp.call('book_appointment', {
      ...visit,
      starts_at: '2027-03-05T11:00:00-08:00',
      hold_seconds: 60,
    });
    assert.equal(held.result.status, 'held');
    const board = JSON.stringify(await mcp.call('dispatch_board', { date: '2027-03-05' }));
    assert.ok(board.includes(result.appointment_id));
    const unknown = await mcp.refused('dispatch_board', { date: 'tomorrow' });
    assert.ok(unknown.errors.length > 0);
  });

  it('log calls, plan calls, and name every undo', async () => {
    const { mcp } = office;
    const { lead_id, lifecycle_number } = await newLead();
    const call = { lifecycle_number, channel: 'call', direction: 'inbound', body: 'No cool air.' };
    const logged = await mcp.call('log_communication', call);
    assert.equal(logged.undo, 'none');
    const task = {
      lead_id,
      channel: 'call',
      due_at: '2027-03-03T09:00:00-08:00',
      body: 'Ask again',
    };
    const planned = await mcp.call('schedule_follow_up', task);
    const id = planned.result.follow_up_id;
    assert.equal(planned.undo, `cancel_or_undo {"step":"follow_up.cancel","id":"${id}"}`);
    const done = { step: 'follow_up.complete', id, note: 'Reached.' };
    assert.equal((await mcp.call('take_step', done)).result.note, 'Reached.');
  });

  it('find, read and write with any operation of the API', async () => {
    const { mcp } = office;
    const found = await mcp.call('api_search', { words: 'a technician is on vacation' });
    assert.ok(found.some((one: { operation_id: string }) => one.operation_id === 'createTimeOff'));
    const described = await mcp.call('api_search', { operation_id: 'createTimeOff' });
    assert.ok(described.body.properties.user_id);
    const body = {
      user_id: office.rosa,
      starts_at: '2027-04-05T00:00:00-07:00',
      ends_at: '2027-04-09T00:00:00-07:00',
    };
    const { result, undo } = await confirm(mcp, 'api_write', {
      operation_id: 'createTimeOff',
      body,
    });
    assert.equal(undo, 'api_write {"operation_id":"deleteTimeOff"}');
    const parameters = { id: result.time_off_id };
    const read = await mcp.call('api_read', { operation_id: 'getTimeOff', parameters });
    assert.equal(read.user_id, office.rosa);
    const code = async (tool: string, operation_id: string) =>
      (await mcp.refused(tool, { operation_id })).code;
    assert.equal(await code('api_read', 'createTimeOff'), 'not_a_read');
    assert.equal(await code('api_write', 'getTimeOff'), 'not_a_write');
    assert.equal(await code('api_write', 'createToken'), 'for_people_only');
    assert.equal(await code('api_write', 'updateChannel'), 'for_people_only');
    assert.equal(await code('api_write', 'updateOrganization'), 'for_people_only');
    assert.equal(await code('api_write', 'createSecret'), 'for_people_only');
    assert.equal(await code('api_write', 'createImport'), 'not_json');
    assert.equal(await code('api_read', 'getTimeOff'), 'parameter_missing');
    const similar = await mcp.refused('api_read', { operation_id: 'readTimeOff' });
    assert.ok(similar.similar.includes('getTimeOff'));
  });

  it('leave secrets, and what decides over money and rights, to people', async () => {
    const { mcp } = office;
    const secret = 'sk_live_aSecretThatNoAnswerRepeats';
    const refused = async (operation_id: string, body: object, id?: string) => {
      const parameters = id === undefined ? {} : { id };
      const problem = await mcp.refused('api_write', { operation_id, parameters, body });
      assert.equal(problem.code, 'for_people_only', operation_id);
      assert.doesNotMatch(JSON.stringify(problem), /aSecretThat/);
      return problem.fields;
    };
    const provider = { kind: 'stripe', secret_key: secret, webhook_secret: secret };
    await refused('createPaymentProvider', provider);
    await refused('updatePaymentProvider', { status: 'disabled' }, 'payment_provider_1');
    await refused('createLink', { purpose: 'visit', appointment_id: 'appointment_1' });
    await refused('createWebhookEndpoint', { url: 'https://thief.example.com' });
    const source = { name: 'Angi', kind: 'angi', source: 'angi' };
    const verification = { secret, header: 'x-api-key' };
    const fields = await refused('createSource', { ...source, verification });
    assert.deepEqual(fields, ['/verification/secret']);
    assert.deepEqual(await refused('updateUser', { role: 'owner' }, office.rosa), ['/role']);
    const skills = ['ac_repair', 'furnace_repair'];
    const parameters = { id: office.rosa };
    await confirm(mcp, 'api_write', { operation_id: 'updateUser', parameters, body: { skills } });
    const { result } = await confirm(mcp, 'api_write', {
      operation_id: 'createSource',
      body: source,
    });
    assert.equal(result.name, 'Angi');
  });

  it('create nothing twice, unless told so on purpose', async () => {
    const { mcp } = office;
    const lead = { phone: '+14155550177', service_needed: 'ac_repair', name: randomUUID() };
    const first = await mcp.call('capture_lead', lead);
    const second = await mcp.call('capture_lead', lead);
    assert.equal(first.replayed, undefined);
    assert.equal(second.replayed, true);
    assert.equal(second.result.lead_id, first.result.lead_id);
    const third = await mcp.call('capture_lead', { ...lead, again: true });
    assert.notEqual(third.result.lead_id, first.result.lead_id);
  });

  it('take a step again after the record has changed', async () => {
    const { mcp } = office;
    const { lead_id } = await newLead();
    await office.api.post(`/v1/leads/${lead_id}/qualify`);
    const disqualify = { step: 'lead.disqualify', id: lead_id, reason: 'Moved away' };
    await confirm(mcp, 'cancel_or_undo', disqualify);
    const again = await mcp.call('take_step', { step: 'lead.qualify', id: lead_id });
    assert.equal(again.result.status, 'qualified');
  });

  it('write into the events that a model acted', async () => {
    const { lead_id } = await newLead();
    await office.mcp.call('take_step', { step: 'lead.contacted', id: lead_id });
    const { body } = await office.api.get('/v1/events?limit=200&type=lead.contacted,lead.created');
    const own = body.data.filter((event: Answer) => event.data.lead_id === lead_id);
    const vias = own.map(({ type, actor }: Answer) => [type, actor.via]);
    assert.deepEqual(vias, [
      ['lead.created', undefined],
      ['lead.contacted', 'mcp'],
    ]);
  });
});

type Answer = Awaited<ReturnType<McpClient['call']>>;

describe('a confirmation', () => {
  const cancel = async () => {
    const { lead_id } = await newLead();
    return { step: 'lead.delete', id: String(lead_id) };
  };
  const isDeleted = async (id: string) =>
    (await office.api.get(`/v1/leads/${id}`)).body.deleted_at !== null;

  it('is needed before anything ends, and does it once', async () => {
    const args = await cancel();
    const asked = await office.mcp.call('cancel_or_undo', args);
    assert.equal(await isDeleted(args.id), false);
    assert.match(asked.will, new RegExp(args.id));
    const document = await (await fetch(`${service.url}/openapi.json`)).text();
    assert.equal('dry_run' in asked, document.includes('"Dry-Run"'));
    const confirmed = { ...args, confirmation: asked.confirmation };
    const done = await office.mcp.call('cancel_or_undo', confirmed);
    assert.equal(await isDeleted(args.id), true);
    assert.equal(done.undo, `take_step {"step":"lead.restore","id":"${args.id}"}`);
    await office.mcp.call('take_step', { step: 'lead.restore', id: args.id });
    const repeated = await office.mcp.call('cancel_or_undo', confirmed);
    assert.equal(repeated.replayed, true);
    assert.equal(await isDeleted(args.id), false);
  });

  it('does not hold if it is forged, altered, of another token, or old', async () => {
    const args = await cancel();
    const { confirmation } = await office.mcp.call('cancel_or_undo', args);
    const attempt = async (mcp: McpClient, changed: object) =>
      (await mcp.refused('cancel_or_undo', { ...args, confirmation, ...changed })).code;
    const invalid = 'confirmation_invalid';
    const forged = `${confirmation.split('.')[0]}.AAAAAAAAAAAAAAAAAAAAAA`;
    assert.equal(await attempt(office.mcp, { confirmation: forged }), invalid);
    assert.equal(await attempt(office.mcp, { confirmation: 'yes' }), invalid);
    assert.equal(await attempt(office.mcp, { reason: 'Another' }), invalid);
    const other = await cancel();
    assert.equal(await attempt(office.mcp, other), invalid);
    assert.equal(await attempt(await clientWith('leads:write', 'leads:read'), {}), invalid);
    const later = (Number.parseInt(confirmation, 36) + 1_000_000).toString(36);
    const extended = confirmation.replace(/^[^.]+/, later);
    assert.equal(await attempt(office.mcp, { confirmation: extended }), invalid);
    service.clock.advance(600_001);
    assert.equal(await attempt(office.mcp, {}), 'confirmation_expired');
    assert.equal(await isDeleted(args.id), false);
    assert.equal(await isDeleted(other.id), false);
  });

  it('is needed before a message is sent, now or later', async () => {
    const { lead_id } = await newLead();
    const text = { lead_id, channel: 'sms', body: 'We are on our way.' };
    const later = { ...text, due_at: '2027-03-03T09:00:00-08:00' };
    assert.equal((await office.mcp.call('send_message', text)).needs_confirmation, true);
    assert.equal((await office.mcp.call('schedule_follow_up', later)).needs_confirmation, true);
    const none = await office.api.get(`/v1/follow-ups?lead_id=${lead_id}`);
    assert.deepEqual(none.body.data, []);
    const planned = await confirm(office.mcp, 'schedule_follow_up', later);
    assert.equal(planned.result.status, 'scheduled');
    const sent = await confirm(office.mcp, 'send_message', text);
    assert.equal(sent.result.channel, 'sms');
  });

  it('comes from the user, if the client can ask', async () => {
    const questions: string[] = [];
    const mcp = await connectMcp(service.url, office.token, {
      onQuestion: (message) => {
        questions.push(message);
        return { action: 'accept', content: { confirm: true } };
      },
    });
    const args = await cancel();
    await mcp.call('cancel_or_undo', args);
    assert.equal(await isDeleted(args.id), true);
    assert.equal(questions.length, 1);
    assert.match(questions[0] ?? '', /Delete a lead/);
  });

  it('is not given by a user who says no', async () => {
    const replies = [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { confirm: false } },
    ] as const;
    for (const reply of replies) {
      const mcp = await connectMcp(service.url, office.token, {
        onQuestion: () => {
          service.clock.advance(5_000);
          return reply;
        },
      });
      const args = await cancel();
      const answer = await mcp.call('cancel_or_undo', args);
      assert.equal(answer.done, false);
      assert.equal(answer.confirmation, undefined);
      assert.equal(await isDeleted(args.id), false);
    }
  });

  it('can be given by the model, if the client declines at once by itself', async () => {
    const mcp = await connectMcp(service.url, office.token, {
      onQuestion: () => ({ action: 'decline' }),
    });
    const args = await cancel();
    const { confirmation } = await mcp.call('cancel_or_undo', args);
    await mcp.call('cancel_or_undo', { ...args, confirmation });
    assert.equal(await isDeleted(args.id), true);
  });
});

describe('a token over MCP', () => {
  it('sees only the tools and steps that its scopes allow', async () => {
    const few = await clientWith('reports:read');
    const always = ['whoami', 'api_search', 'api_read', 'api_write'];
    assert.deepEqual(await few.toolNames(), always);
    const jobs = await clientWith('jobs:write');
    const tools = (await jobs.client.listTools()).tools;
    const step = tools.find(({ name }) => name === 'take_step')?.inputSchema.properties?.step;
    assert.deepEqual(step, {
      type: 'string',
      description: 'kind.step',
      enum: ['job.start', 'job.pause', 'job.resume', 'job.complete', 'job.enroll_warranty'],
    });
  });

  it('cannot use any other tool', async () => {
    const few = await clientWith('reports:read');
    const all = await office.mcp.toolNames();
    const offered = await few.toolNames();
    assert.equal(all.length, 20);
    for (const name of all.filter((one) => !offered.includes(one))) {
      const outcome = await few.try(name, {}).catch((error: Error) => error);
      assert.ok(outcome instanceof Error || outcome.isError, name);
    }
    const read = await few.refused('api_read', { operation_id: 'listLeads' });
    assert.equal(read.code, 'scope_missing');
    const body = { name: 'North', members: [] };
    const write = await few.refused('api_write', { operation_id: 'createTeam', body });
    assert.equal(write.code, 'scope_missing');
    assert.deepEqual(write.required_scopes, ['teams:write']);
    const half = await clientWith('estimates:write', 'jobs:write');
    const accept = { operation_id: 'acceptEstimate', parameters: { id: 'estimate_1' } };
    const missing = await half.refused('api_write', accept);
    assert.equal(missing.code, 'scope_missing');
    assert.ok(missing.required_scopes.includes('invoices:write'));
  });

  it('never reaches another organization', async () => {
    const { lead_id, lifecycle_number } = await newLead({ name: 'Only Ours' });
    const { token } = await service.newOrganization();
    const mcp = await connectMcp(service.url, token);
    const found = await mcp.call('find_records', { q: 'Only Ours' });
    assert.deepEqual(
      found.results.flatMap(({ rows }: { rows: unknown[] }) => rows),
      [],
    );
    const tries: [string, object][] = [
      ['get_lifecycle', { lifecycle_number }],
      ['take_step', { step: 'lead.qualify', id: lead_id }],
      ['update_record', { kind: 'lead', id: lead_id, changes: { notes: 'x' } }],
      ['api_read', { operation_id: 'getLead', parameters: { id: lead_id } }],
      ['book_appointment', { lead_id, starts_at: '2027-03-04T09:00:00-08:00' }],
    ];
    for (const [name, args] of tries) {
      assert.equal((await mcp.refused(name, args)).code, 'not_found', name);
    }
  });

  it('is refused as by the API, if there is none or a wrong one', async () => {
    await assert.rejects(connectMcp(service.url, 'tl_wrong_token_of_nothing'), /401|valid|auth/i);
    const response = await fetch(`${service.url}/mcp`, { method: 'POST' });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    const get = await fetch(`${service.url}/mcp`);
    assert.equal(get.status, 405);
  });

  it('works with clients of 2025, which confirm in words', async () => {
    const old = await connectMcp(service.url, office.token, { isOld: true });
    assert.equal((await old.toolNames()).length, 20);
    assert.equal((await old.call('whoami')).organization.time_zone, 'America/Los_Angeles');
    const { lead_id } = await newLead();
    await confirm(old, 'cancel_or_undo', { step: 'lead.delete', id: lead_id });
  });

  it('knows the organization, its local time and the user', async () => {
    service.clock.set('2027-03-02T04:30:00Z');
    const { token } = await created(
      office.api.post('/v1/tokens', { name: 'Rosa', user_id: office.rosa }),
    );
    const rosa = await connectMcp(service.url, token);
    const me = await rosa.call('whoami');
    assert.equal(me.local_time, 'Monday 2027-03-01 20:30');
    assert.equal(me.user.user_id, office.rosa);
    assert.equal(me.user.role, 'technician');
  });
});

describe('the rate limit over MCP', () => {
  const app = shared(() => startAnotherApp(service, { rateLimit: 4 }));

  it('is that of the token, and counts what the tools do', async (t) => {
    const mcp = await connectMcp(app.url, office.token);
    const now = performance.now();
    t.mock.method(performance, 'now', () => now);
    const outcomes = Array.from({ length: 6 }, () =>
      mcp.try('whoami', {}).then(
        ({ isError, body }) => (isError ? body.code : 'done'),
        (error: Error) => (/429|rate_limited/.test(error.message) ? 'rate_limited' : error.message),
      ),
    );
    const seen = new Set(await Promise.all(outcomes));
    assert.deepEqual([...seen].toSorted(), ['done', 'rate_limited']);
  });
});

describe('the address of /mcp', () => {
  const post = (headers: Record<string, string>): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const sent = { authorization: `Bearer ${office.token}`, ...headers };
      const options = { hostname, port, path: '/mcp', method: 'POST', headers: sent };
      httpRequest(options, (response) => resolve(text(response)))
        .on('error', reject)
        .end();
    });

  it('is refused under a name that is not its own, and to pages of other sites', async () => {
    const refused = /"host_not_allowed"/;
    assert.match(await post({ host: 'evil.example.com' }), refused);
    assert.match(await post({ origin: 'https://evil.example.com' }), refused);
    assert.match(await post({ origin: 'null' }), refused);
    const local = { host: 'localhost:80', origin: 'http://localhost:6274' };
    assert.doesNotMatch(await post(local), refused);
    assert.doesNotMatch(await post({ host: '[::1]:80' }), refused);
    assert.doesNotMatch(await post({}), refused);
  });
});

describe('resources and prompts', () => {
  it('show a lifecycle, a guide, an event type and a playbook', async () => {
    const { client } = office.mcp;
    const { lifecycle_number } = await newLead({ name: 'Uma Lindqvist' });
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      assert.ok(content && 'text' in content);
      return content.text;
    };
    const lifecycle = JSON.parse(await read(`throughline://lifecycles/${lifecycle_number}`));
    assert.equal(lifecycle.lead.name, 'Uma Lindqvist');
    assert.match(await read('throughline://docs/playbooks'), /^# /);
    assert.match(await read('throughline://event-types/lead.created'), /"lead\.created"/);
    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri === 'throughline://docs/webhooks'));
    const playbook = resources.find(({ uri }) => uri.startsWith('throughline://playbooks/'));
    assert.ok(JSON.parse(await read(playbook?.uri ?? '')).steps.length > 0);
    const none = client.readResource({ uri: 'throughline://lifecycles/999999-9' });
    await assert.rejects(none, /no such/i);
  });

  it('are limited by the scopes of the token', async () => {
    const { client } = await clientWith('reports:read');
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['throughline://docs/{page}'],
    );
  });

  it('say when something happened under a number, to its own organization and until the token ends', async (t) => {
    const { lead_id, lifecycle_number } = await newLead();
    const uri = `throughline://lifecycles/${lifecycle_number}`;
    const { token_id, token } = await created(
      office.api.post('/v1/tokens', { name: 'Watcher', scopes: ['leads:read', 'events:read'] }),
    );
    const stranger = await service.newOrganization();
    const seen: string[] = [];
    const watch = async (name: string, secret: string) => {
      const { client } = await connectMcp(service.url, secret);
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        seen.push(`${name} ${params.uri}`);
      });
      return client.listen({ resourceSubscriptions: [uri] });
    };
    const own = await watch('own', token);
    const other = await watch('other', stranger.token);
    await office.api.post(`/v1/leads/${lead_id}/contacted`);
    await eventually(async () => seen.length > 0);
    assert.deepEqual([...new Set(seen)], [`own ${uri}`]);
    await office.api.delete(`/v1/tokens/${token_id}`);
    // A token is remembered for half a second.
    const now = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => now() + 1_000);
    let isClosed = false;
    own.closed.then(() => {
      isClosed = true;
    });
    // It is checked when something happens.
    await office.api.patch(`/v1/leads/${lead_id}`, { notes: 'Call back' });
    await eventually(() => isClosed);
    await other.close();
    const old = await connectMcp(service.url, office.token, { isOld: true });
    assert.equal(old.client.getServerCapabilities()?.resources?.subscribe ?? false, false);
    const few = await clientWith('leads:read');
    const refused = await few.client.listen({ resourceSubscriptions: [uri] });
    assert.deepEqual(refused.honoredFilter, {});
  });

  it('let the server stop while a client watches', async () => {
    const stopping = await startAnotherApp(service);
    const { client } = await connectMcp(stopping.url, office.token);
    const uris = Array.from({ length: 21 }, (_, n) => `throughline://lifecycles/${100_000 + n}-1`);
    await assert.rejects(client.listen({ resourceSubscriptions: uris }), /limit reached/);
    const { closed } = await client.listen({ resourceSubscriptions: uris.slice(1) });
    await stopping.stop();
    assert.equal(await closed, 'graceful');
  });

  it('offer the work of every day', async () => {
    const { client } = office.mcp;
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['morning_briefing', 'qualify_new_leads', 'chase_unpaid', 'prepare_visit', 'write_playbook'],
    );
    const args = { lifecycle_number: '100042-7' };
    const { messages } = await client.getPrompt({ name: 'prepare_visit', arguments: args });
    assert.match(JSON.stringify(messages), /100042-7/);
  });
});
