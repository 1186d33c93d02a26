import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '../../../packages/sdk/src/index.ts';
import { mayMove } from './may-move.ts';

describe('the places of a person', () => {
  const person = { customerId: 'customer_1', leadId: 'lead_1' };
  const event = (type: string, data: object, previous?: object) =>
    ({ type, data, ...(previous && { previous }) }) as Event;

  it('are read again after what may have moved them, and not after every lead that arrives', () => {
    assert.equal(mayMove(person, event('lead.created', { lead_id: 'lead_2' })), false);
    assert.equal(mayMove(person, event('customer.updated', { customer_id: 'customer_2' })), false);
    assert.equal(mayMove(person, event('property.created', { lead_id: 'lead_2' })), false);
    for (const [type, data] of [
      ['property.created', { customer_id: 'customer_1' }],
      ['equipment.updated', { property_id: 'property_1' }],
      ['lead.attached', { lead_id: 'lead_2', customer_id: 'customer_1' }],
      ['lead.merged', { lead_id: 'lead_2', merged_into: 'lead_1' }],
    ] as const) {
      assert.equal(mayMove(person, event(type, data)), true, type);
    }
    const detached = { lead_id: 'lead_2', customer_id: null };
    assert.equal(
      mayMove(person, event('lead.detached', detached, { customer_id: 'customer_1' })),
      true,
    );
  });
});
