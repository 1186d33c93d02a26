import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { sized } from '../../testing/sized.ts';

const AT_ONCE = sized({ long: 200, nightly: 2_000 });

describe(`${AT_ONCE} requests at once`, () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = (body: object, { api }: TestOrganization = organization) =>
    api.post('/v1/leads', body);
  const atOnce = <T>(request: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => request(index)));

  it('to capture leads of two organizations give each its next numbers, without gaps', async () => {
    const both = [await service.newOrganization(), await service.newOrganization()] as const;
    const responses = await atOnce((index) => capture(freshLead(), both[index % 2]));
    for (const own of [0, 1]) {
      const numbers = responses
        .filter((_, index) => index % 2 === own)
        .map(({ status, body }) => {
          assert.equal(status, 201, JSON.stringify(body));
          return Number(body.lifecycle_number.split('-')[0]);
        });
      assert.deepEqual(
        numbers.sort((a, b) => a - b),
        numbers.map((_, index) => 100_001 + index),
      );
    }
  });

  it('to capture the same person create one original, and duplicates of it', async () => {
    const person = freshLead({ name: 'Dana Whitfield', email: 'dana.whitfield@example.com' });
    const responses = await atOnce(() => capture(person));
    assert(responses.every(({ status }) => status === 201));
    const originals = responses.filter(({ body }) => !('duplicate_of' in body));
    assert.equal(originals.length, 1);
    const [original] = originals;
    for (const { body } of responses) {
      if (body.lead_id !== original!.body.lead_id) {
        assert.equal(body.duplicate_of, original!.body.lead_id);
      }
    }
  });

  it('to capture with one reference of one source create one lead', async () => {
    const responses = await atOnce(() =>
      capture(freshLead({ source: 'angi', source_ref: 'burst' })),
    );
    assert.equal(responses.filter(({ status }) => status === 201).length, 1);
    assert.equal(responses.filter(({ status }) => status === 200).length, AT_ONCE - 1);
    assert.equal(new Set(responses.map(({ body }) => body.lead_id)).size, 1);
  });

  it('to convert a lead create one customer', async () => {
    const { body: lead } = await capture(freshLead());
    const responses = await atOnce(() =>
      organization.api.post(`/v1/leads/${lead.lead_id}/convert`),
    );
    assert.equal(responses.filter(({ status }) => status === 201).length, 1);
    assert.equal(responses.filter(({ status }) => status === 200).length, AT_ONCE - 1);
    assert.equal(new Set(responses.map(({ body }) => body.customer_id)).size, 1);
  });
});
