import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { created } from '../../testing/created.ts';
import { SIGNATURE_PNG } from '../../testing/files.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { PERSON, startSurroundings, WholePerson } from '../../testing/whole-person.ts';

describe('the export of a customer', () => {
  const service = sharedService({ hasWorker: true });
  const around = shared(() => startSurroundings());
  let person: WholePerson;
  setUp(async () => {
    person = await WholePerson.create(service, await service.newOrganization(), around);
  });

  const download = (path: string) =>
    fetch(service.url + path, {
      headers: { authorization: `Bearer ${person.organization.token}` },
    });

  // biome-ignore lint/suspicious/noExplicitAny: the test reads the document freely
  const read = async (path: string): Promise<any> => (await download(path)).json();

  it('has everything that is stored about the person, in one document', async () => {
    const response = await download(`/v1/customers/${person.customerId}/export`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    const text = await response.text();
    assert.match(text, /^\{\n {2}"exported_at": /);
    const document = JSON.parse(text);
    assert.deepEqual(document.contact, {
      name: PERSON.name,
      phone: PERSON.phone,
      email: PERSON.email,
      address: `${PERSON.address}, USA`,
    });
    const lengths = Object.fromEntries(
      Object.entries(document).flatMap(([name, value]) =>
        Array.isArray(value) ? [[name, value.length]] : [],
      ),
    );
    assert((lengths.history ?? 0) > 50);
    assert.deepEqual(
      { ...lengths, history: 0 },
      {
        lifecycle_numbers: 2,
        leads: 2,
        customers: 1,
        properties: 1,
        equipment: 1,
        appointments: 2,
        jobs: 3,
        invoices: 3,
        estimates: 4,
        communications: 12,
        opt_outs: 1,
        follow_ups: 2,
        receipts: 1,
        history: 0,
      },
    );
    const [, , paid] = document.invoices;
    assert.equal(paid.payments[0].amount, 125_000);
    const signed = document.estimates.flatMap((one: { signed: object | null }) => one.signed ?? []);
    assert.equal(signed.length, 1);
    assert.equal(signed[0].image, SIGNATURE_PNG);
    assert.equal(signed[0].document.signature.name, PERSON.name);
    const [, , job] = document.jobs;
    assert.deepEqual(
      [job.notes.length, job.attachments.length, job.warranty_claims.length],
      [1, 2, 1],
    );
    assert.equal(document.leads[0].consent.email.status, 'granted');
  });

  it('is the same for each of the person’s leads', async () => {
    const a = await read(`/v1/leads/${person.leadId}/export`);
    const b = await read(`/v1/leads/${person.mergedLeadId}/export`);
    assert.deepEqual(
      a.communications.length + a.history.length,
      b.communications.length + b.history.length,
    );
    assert.deepEqual(a.leads.length, b.leads.length);
  });

  it('works for a lead that is no customer, and has no one else in it', async () => {
    const lead = await created(person.api.post('/v1/leads', freshLead({ name: 'Ottoline Vance' })));
    const text = await (await download(`/v1/leads/${lead.lead_id}/export`)).text();
    const document = JSON.parse(text);
    assert.equal(document.contact.name, 'Ottoline Vance');
    assert.deepEqual([document.customers, document.jobs, document.invoices], [[], [], []]);
    assert(!text.includes('Quackenbush'));
  });

  it('reads every page of a long history', async () => {
    const lead = await created(person.api.post('/v1/leads', freshLead()));
    await writeNotes(lead.lifecycle_number, 450);
    const document = await read(`/v1/leads/${lead.lead_id}/export`);
    const bodies = new Set(document.communications.map(({ body }: { body: string }) => body));
    assert.equal(bodies.size, 450);
  });

  it('has the rows of every number of a person who called often', async () => {
    // So much is the same that it is certainly the same person.
    const fields = freshLead({ name: 'Wilhelmina Ashgrove', email: 'w.ashgrove@example.com' });
    const expected = new Map<string, number>();
    let leadId = '';
    for (let n = 0; n < 45; n += 1) {
      const lead = await created(person.api.post('/v1/leads', fields));
      leadId = lead.lead_id;
      // One has more than fit on a page.
      expected.set(lead.lifecycle_number, n === 9 ? 205 : 1);
    }
    for (const [number, count] of expected) await writeNotes(number, count);
    const document = await read(`/v1/leads/${leadId}/export`);
    const counts = new Map<string, number>();
    for (const { lifecycle_number: number } of document.communications)
      counts.set(number, (counts.get(number) ?? 0) + 1);
    assert.deepEqual(counts, expected);
  });

  async function writeNotes(lifecycleNumber: string, count: number): Promise<void> {
    await service.owner.query(
      `insert into communications (organization_id, communication_id, lifecycle_number, lead_id, channel, direction,
         body, occurred_at, created_at, updated_at)
       select l.organization_id, gen_random_uuid(), l.lifecycle_number, l.lead_id, 'note', 'internal', 'note ' || n,
              l.created_at, l.created_at, l.created_at
       from leads l, generate_series(1, $3::integer) as n where l.organization_id = $1 and l.lifecycle_number = $2`,
      [toUuid('organization', person.organization.organizationId), lifecycleNumber, count],
    );
  }

  it('needs privacy:read, and an existing customer', async () => {
    const scopes = ['customers:read', 'leads:read', 'privacy:write'];
    const { token } = await created(person.api.post('/v1/tokens', { name: 'T', scopes }));
    const path = `/v1/customers/${person.customerId}/export`;
    assert.equal((await service.as(token).get(path)).status, 403);
    const other = await service.newOrganization();
    assert.equal((await other.api.get(path)).status, 404);
  });
});
