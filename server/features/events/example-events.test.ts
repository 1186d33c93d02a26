import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EventCatalog } from '../../platform/events/event-catalog.ts';
import { eventTypes } from '../../routes.ts';
import { eventsDocument } from '../../testing/events-document.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { sampled } from '../../testing/sized.ts';
import { describeEventType } from './event-types.ts';
import { nearestTypes } from './nearest-types.ts';

const TYPES = eventTypes.map(({ type }) => type);

describe('event types', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  it('are all registered, and each is declared once', () => {
    const listed = eventTypes.map(({ type }) => type).sort();
    assert.equal(new Set(listed).size, listed.length);
    assert.deepEqual(new EventCatalog(eventTypes).names, listed);
    for (const type of ['lead.qualified', 'appointment.booked', 'job.completed', 'invoice.paid']) {
      assert(listed.includes(type), type);
    }
  });

  it('are listed by name, and each is returned with a schema and an example that is valid against it', async () => {
    const { status, body } = await organization.api.get('/v1/event-types');
    assert.equal(status, 200);
    assert.equal(body.has_more, false);
    assert.deepEqual(
      body.data,
      new EventCatalog(eventTypes).types.map(({ type, description }) => ({ type, description })),
    );
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
    addFormats.default(ajv);
    for (const type of sampled(TYPES, 12, 'event types returned')) {
      assert.match(type, /^[a-z_]+\.[a-z_]+$/);
      const { body: one } = await organization.api.get(`/v1/event-types/${type}`);
      assert.equal(one.example.type, type);
      const ofAnother = { ...one.example, type: 'other.type' };
      assert(ajv.validate(one.schema, one.example), `${type}: ${ajv.errorsText()}`);
      assert.equal(ajv.validate(one.schema, ofAnother), false, type);
    }
    const { body: qualified } = await organization.api.get('/v1/event-types/lead.qualified');
    assert.equal(qualified.example.data.status, 'qualified');
    for (const unknown of ['x.y', 'x', 'lead.*']) {
      assert.equal((await organization.api.get(`/v1/event-types/${unknown}`)).status, 404);
    }
  });

  it('are listed in docs/events.md as the code declares them', () => {
    const committed = readFileSync(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');
    assert.equal(committed, eventsDocument(), 'run npm run openapi and commit the result');
  });

  it('each have an example with valid data', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    for (const eventType of eventTypes) {
      const { example } = describeEventType(eventType);
      assert.equal(example.type, eventType.type);
      assert(ajv.validate(eventType.data, example.data), `${eventType.type}: ${ajv.errorsText()}`);
    }
  });

  it('can each be sent as an example, which is logged as example.sent', async () => {
    const ids = new Set<string>();
    const sample = sampled(TYPES, 12, 'event types sent');
    for (const type of sample) {
      const { status, body } = await organization.api.post('/v1/events/examples', {
        event_type: type,
      });
      assert.equal(status, 201, type);
      assert.equal(body.event_type, type);
      assert.equal(body.webhook_endpoint_id, null);
      assert.equal(body.event.type, type);
      assert.equal(body.event.seq, 0);
      assert.match(body.event.id, /^event_/);
      ids.add(body.event.id);
    }
    assert.equal(ids.size, sample.length);
    const { body: log } = await organization.api.get('/v1/events?type=example.sent&limit=200');
    const seen = log.data.map((event: SeenExample) => event.data.event.id);
    assert.deepEqual(new Set(seen), ids);
  });

  it('that are unknown are refused, with similar event types as suggestions', async () => {
    const { status, body } = await organization.api.post('/v1/events/examples', {
      event_type: 'lead.qualifyed',
    });
    assert.equal(status, 422);
    assert.equal(body.errors[0].pointer, '/event_type');
    assert.equal(body.errors[0].code, 'unknown_event_type');
    assert.match(body.errors[0].detail, /Similar event types: lead\.qualified, /);
    const types = eventTypes.map(({ type }) => type);
    assert.equal(nearestTypes('job.complete', types)[0], 'job.completed');
    assert.equal(nearestTypes('invoice_paid', types)[0], 'invoice.paid');
    assert.equal(nearestTypes('', types).length, 3);
  });
});

interface SeenExample {
  data: { event: { id: string } };
}
