import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

describe('the export of a lead', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const newLead = (fields: object = {}) =>
    created(organization.api.post('/v1/leads', freshLead({ ...fields })));
  // biome-ignore lint/suspicious/noExplicitAny: the test reads the document freely
  const read = async (path: string): Promise<any> => (await organization.api.get(path)).body;

  it('works for a lead that is no customer, and has no one else in it', async () => {
    await newLead({ name: 'Wilhelmina Quackenbush' });
    const lead = await newLead({ name: 'Ottoline Vance' });
    const document = await read(`/v1/leads/${lead.lead_id}/export`);
    assert.equal(document.contact.name, 'Ottoline Vance');
    assert.deepEqual([document.customers, document.jobs, document.invoices], [[], [], []]);
    assert(!JSON.stringify(document).includes('Quackenbush'));
  });

  it('reads every page of a long history', async () => {
    const lead = await newLead();
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
    for (let n = 0; n < 25; n += 1) {
      const lead = await newLead(fields);
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
      [toUuid('organization', organization.organizationId), lifecycleNumber, count],
    );
  }
});
