import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import ICAL from 'ical.js';
import { toPublicId, toUuid } from '../../domain/ids.ts';
import { newUuid } from '../../platform/ids.ts';
import { startAnotherApp } from '../../testing/another-app.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { Office, tuesday } from '../../testing/office.ts';
import { newCalendarKey } from './calendar-key.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('calendar feeds', () => {
  let office: Office;
  const service = sharedService();
  beforeEach(async () => {
    service.clock.set('2027-03-01T15:00:00.000Z');
    office = await Office.open(service);
  });

  const keyPath = (user: string) => `/v1/users/${user}/calendar-key`;
  async function createKey(user = office.rosa) {
    const { status, body } = await office.api.post(keyPath(user));
    assert.equal(status, 201, JSON.stringify(body));
    return body as { user_id: string; key: string; url: string; created_at: string };
  }
  const feedUrl = (user: string, key: string) =>
    `${service.url}/v1/users/${user}/calendar.ics?key=${key}`;
  async function feed(url: string): Promise<string> {
    const response = await fetch(url);
    assert.equal(response.status, 200, await response.clone().text());
    return response.text();
  }
  async function assertNoCalendar(url: string) {
    const response = await fetch(url);
    assert.equal(response.status, 404, url);
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(
      await response.text(),
      'There is no calendar at this address, or its key is no longer valid. Ask your office for a new address.\n',
    );
  }
  /** The properties of each event by name, as ical.js reads them. */
  function eventsOf(text: string): Record<string, unknown>[] {
    const calendar = new ICAL.Component(ICAL.parse(text));
    assert.equal(calendar.name, 'vcalendar');
    return calendar.getAllSubcomponents('vevent').map((event) =>
      Object.fromEntries(
        event.getAllProperties().map((property) => {
          const value = property.getFirstValue();
          return [property.name, value instanceof ICAL.Time ? value.toString() : value];
        }),
      ),
    );
  }
  const uidOf = ({ appointment_id }: { appointment_id: string }) => `${appointment_id}@throughline`;

  describe('createCalendarKey', () => {
    it('returns 201 with the key and the address, and emits an event without them', async () => {
      const { key, url, ...created } = await createKey();
      assert.match(key, /^[\w-]{27}$/);
      assert.equal(url, feedUrl(office.rosa, key));
      assert.deepEqual(created, { user_id: office.rosa, created_at: '2027-03-01T15:00:00.000Z' });
      const { body } = await office.api.get('/v1/events?type=user.calendar_key_created');
      assert.deepEqual(
        body.data.map(({ data }: { data: unknown }) => data),
        [{ ...created, revoked_at: null }],
      );
    });

    it('stores only the hash of the key', async () => {
      const { key } = await createKey();
      const headers = { 'idempotency-key': 'calendar' };
      const second = await office.api.post(keyPath(office.rosa), undefined, { headers });
      const { organization_id } = (await office.api.get('/v1/organization')).body;
      const organizationId = toUuid('organization', organization_id);
      for (const table of ['calendar_keys', 'events', 'idempotency_keys']) {
        const { rows } = await service.owner.query(
          `select t::text as row from ${table} t where organization_id = $1`,
          [organizationId],
        );
        assert(rows.length > 0, table);
        for (const secret of [key, second.body.key]) {
          assert(!JSON.stringify(rows).includes(secret), `${table} has the key`);
        }
      }
    });

    it('returns the same key again for the same Idempotency-Key', async () => {
      const headers = { 'idempotency-key': 'again' };
      const first = await office.api.post(keyPath(office.rosa), undefined, { headers });
      const again = await office.api.post(keyPath(office.rosa), undefined, { headers });
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(again.body, first.body);
      await feed(first.body.url);
    });

    it('replaces the previous key, and does not change the keys of other users', async () => {
      const previousKey = await createKey();
      const others = await createKey(await office.newUser());
      service.clock.advance(1_000);
      const next = await createKey();
      assert.notEqual(next.key, previousKey.key);
      const { body } = await office.api.get('/v1/events?type=user.calendar_key_created');
      assert.deepEqual(
        body.data.map(({ previous }: { previous: unknown }) => previous),
        [null, null, { created_at: previousKey.created_at }],
      );
      await assertNoCalendar(previousKey.url);
      await feed(next.url);
      await feed(others.url);
    });

    it('leaves one valid key when many are created at once', async () => {
      const keys = await Promise.all(Array.from({ length: 8 }, () => createKey()));
      const responses = await Promise.all(keys.map(({ url }) => fetch(url)));
      assert.equal(responses.filter(({ status }) => status === 200).length, 1);
    });

    it('refuses an inactive user and an unknown user', async () => {
      await office.api.patch(`/v1/users/${office.rosa}`, { active: false });
      const { status, body } = await office.api.post(keyPath(office.rosa));
      assert.deepEqual([status, body.code], [409, 'user_inactive']);
      const unknown = await office.api.post(keyPath(toPublicId('user', newUuid())));
      assert.equal(unknown.status, 404);
    });
  });

  describe('revokeCalendarKey', () => {
    it('returns the user, closes the feed at once, and changes nothing the second time', async () => {
      const { url } = await createKey();
      await feed(url);
      service.clock.advance(1_000);
      const { body: user } = await office.api.get(`/v1/users/${office.rosa}`);
      for (const _ of [1, 2]) {
        const { status, body } = await office.api.delete(keyPath(office.rosa));
        assert.equal(status, 200);
        assert.deepEqual(body, user);
        await assertNoCalendar(url);
      }
      const { body } = await office.api.get('/v1/events?type=user.calendar_key_revoked');
      assert.equal(body.data.length, 1);
      assert.deepEqual(body.data[0].data, {
        user_id: office.rosa,
        created_at: '2027-03-01T15:00:00.000Z',
        revoked_at: '2027-03-01T15:00:01.000Z',
      });
      await feed((await createKey()).url);
    });
  });

  describe('the feed', () => {
    it('contains all details of an appointment that a calendar can show', async () => {
      const name = 'Zoë, „Dana“; O\\Neil 👩‍🔧 דנה';
      const notes = `Ring twice, please;\nthe dog\\cat is\r\nfriendly. ${'👩‍🔧 مرحبا '.repeat(30)}`;
      const address = '9 Oak St, Apt 4; Portland, OR 97205';
      const lead_id = await office.newLead({ name, email: 'zoe@example.com' });
      const booked = await office.booked({
        lead_id,
        type: 'water_heater_repair',
        notes,
        location: { address, latitude: 45.5152, longitude: -122.6784 },
      });
      service.clock.advance(60_000);
      await office.api.post(`/v1/appointments/${booked.appointment_id}/confirm`);
      const text = await feed((await createKey()).url);
      assert.deepEqual(eventsOf(text), [
        {
          uid: uidOf(booked),
          sequence: 1,
          dtstamp: '2027-03-01T15:01:00Z',
          created: '2027-03-01T15:00:00Z',
          'last-modified': '2027-03-01T15:01:00Z',
          dtstart: '2027-03-02T17:00:00Z',
          dtend: '2027-03-02T18:00:00Z',
          status: 'CONFIRMED',
          transp: 'OPAQUE',
          summary: `Water heater repair: ${name}`,
          location: address,
          geo: [45.5152, -122.6784],
          description: [
            `Phone: ${booked.contact.phone}`,
            'Email: zoe@example.com',
            `Lifecycle number: ${booked.lifecycle_number}`,
            notes.replaceAll('\r\n', '\n'),
          ].join('\n'),
        },
      ]);
    });

    it('ends every line with CRLF and has no line over 75 octets', async () => {
      await office.api.patch(`/v1/users/${office.rosa}`, {
        name: 'Rosa\nEND:VCALENDAR 👩‍🔧'.repeat(7),
      });
      await office.booked({ notes: 'é👩‍🔧漢'.repeat(500) });
      const text = await feed((await createKey()).url);
      assert(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:'));
      assert(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n'));
      assert(!/[^\r]\n|\r[^\n]/.test(text), 'a line break is not CRLF');
      for (const one of text.split('\r\n')) assert(Buffer.byteLength(one) <= 75, one);
      assert.equal(eventsOf(text).length, 1);
    });

    it('is named after the user and the organization', async () => {
      await office.api.patch('/v1/organization', { name: 'Alder, Heating; & Air' });
      const text = await feed((await createKey()).url);
      const calendar = new ICAL.Component(ICAL.parse(text));
      assert.equal(calendar.getFirstPropertyValue('version'), '2.0');
      assert(text.includes('X-WR-CALNAME:Rosa Delgado – Alder\\, Heating\\; & Air\r\n'));
      assert.deepEqual(eventsOf(text), []);
    });

    it('shows holds as tentative until they expire, and canceled appointments and no-shows as canceled', async () => {
      const held = await office.held({ starts_at: tuesday(0), ttl_seconds: 60 });
      const canceled = await office.booked({ starts_at: tuesday(1) });
      const noShow = await office.booked({ starts_at: tuesday(2) });
      const done = await office.booked({ starts_at: tuesday(3) });
      for (const [{ appointment_id }, step] of [
        [canceled, 'cancel'],
        [noShow, 'no-show'],
        [done, 'start'],
        [done, 'complete'],
      ]) {
        await office.api.post(`/v1/appointments/${appointment_id}/${step}`);
      }
      const { url } = await createKey();
      const seen = async () =>
        eventsOf(await feed(url)).map(({ uid, status, transp }) => [uid, status, transp]);
      const others = [
        [uidOf(canceled), 'CANCELLED', 'TRANSPARENT'],
        [uidOf(noShow), 'CANCELLED', 'TRANSPARENT'],
        [uidOf(done), 'CONFIRMED', 'OPAQUE'],
      ];
      assert.deepEqual(await seen(), [[uidOf(held), 'TENTATIVE', 'OPAQUE'], ...others]);
      service.clock.advance(60_000);
      assert.deepEqual(await seen(), others);
      // Another booking stores that the hold has expired.
      const instead = await office.booked({ starts_at: tuesday(0) });
      assert.deepEqual(await seen(), [[uidOf(instead), 'CONFIRMED', 'OPAQUE'], ...others]);
    });

    it('goes back 30 days, and drops appointments canceled more than 30 days ago', async () => {
      const past = await office.booked();
      const canceled = await office.booked({ starts_at: '2027-06-01T09:00:00-07:00' });
      await office.api.post(`/v1/appointments/${canceled.appointment_id}/cancel`);
      const future = await office.booked({ starts_at: '2028-01-03T09:00:00-08:00' });
      const { url } = await createKey();
      const seen = async () => eventsOf(await feed(url)).map(({ uid }) => uid);
      assert.deepEqual(await seen(), [past, canceled, future].map(uidOf));
      // The cancellation is a millisecond after the booking, also while the clock stands still.
      service.clock.advance(30 * DAY_MS + 1);
      assert.deepEqual(await seen(), [past, future].map(uidOf));
      service.clock.advance(2 * DAY_MS);
      assert.deepEqual(await seen(), [uidOf(future)]);
    });

    it('follows an appointment that is rescheduled or reassigned', async () => {
      const booked = await office.booked();
      const { url } = await createKey();
      const path = `/v1/appointments/${booked.appointment_id}`;
      await office.api.patch(path, { starts_at: tuesday(2) });
      const [moved] = eventsOf(await feed(url));
      assert.deepEqual(
        [moved!.uid, moved!.sequence, moved!.dtstart],
        [uidOf(booked), 1, '2027-03-02T19:00:00Z'],
      );
      await office.api.patch(path, { assigned_to: await office.newUser() });
      assert.deepEqual(eventsOf(await feed(url)), []);
    });

    it('shows no appointments of other users, of the tray, or of another organization', async () => {
      const own = await office.booked();
      await office.booked({ assigned_to: await office.newUser() });
      await office.booked({ assigned_to: null });
      await (await Office.open(service)).booked();
      const events = eventsOf(await feed((await createKey()).url));
      assert.deepEqual(
        events.map(({ uid }) => uid),
        [uidOf(own)],
      );
    });

    it('contains at most the latest 2,000 appointments', async () => {
      const { appointment_id } = await office.booked();
      await service.owner.query(
        `insert into appointments
         select made.* from appointments a, generate_series(1, 2000) n,
           jsonb_populate_record(a, jsonb_build_object(
             'appointment_id', gen_random_uuid(), 'status', 'completed',
             'starts_at', a.starts_at + n * interval '1 hour', 'ends_at', a.ends_at + n * interval '1 hour',
             'blocked_until', a.ends_at + n * interval '1 hour')) as made
         where a.appointment_id = $1`,
        [toUuid('appointment', appointment_id)],
      );
      const starts = (await feed((await createKey()).url)).match(/^DTSTART:.*$/gm) ?? [];
      assert.equal(starts.length, 2_000);
      assert.equal(starts[0], 'DTSTART:20270302T180000Z', 'the first one is left out');
    });

    it('returns 304 for a current copy, and the caching headers that calendars expect', async () => {
      await office.booked();
      const { url } = await createKey();
      const first = await fetch(url);
      assert.equal(first.headers.get('content-type'), 'text/calendar; charset=utf-8');
      assert.equal(first.headers.get('cache-control'), 'private, max-age=300');
      const etag = first.headers.get('etag')!;
      service.clock.advance(60_000);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await fetch(url, { headers: { 'if-none-match': known } });
        assert.equal(again.status, 304);
        assert.equal(again.headers.get('etag'), etag);
        assert.equal(await again.text(), '');
      }
      await office.booked({ starts_at: tuesday(4) });
      const changed = await fetch(url, { headers: { 'if-none-match': etag } });
      assert.equal(changed.status, 200);
      assert.notEqual(changed.headers.get('etag'), etag);
      const head = await fetch(url, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
    });

    it('returns the same 404 for a wrong user, a wrong key, or a key of another user', async () => {
      const { key } = await createKey();
      const colleague = await office.newUser();
      const elsewhere = await Office.open(service);
      const wrong = [
        feedUrl(office.rosa, newCalendarKey()),
        feedUrl(colleague, key),
        feedUrl(elsewhere.rosa, key),
        feedUrl(toPublicId('user', newUuid()), key),
        feedUrl('x', key),
        feedUrl(office.rosa, ''),
        feedUrl(office.rosa, `${key}x`),
        feedUrl(office.rosa, "' or 1=1; -- and more of it"),
        feedUrl(office.rosa, `${key}&key=${key}`),
        `${service.url}/v1/users/${office.rosa}/calendar.ics`,
      ];
      for (const url of wrong) await assertNoCalendar(url);
      const withToken = await fetch(wrong.at(-1)!, { headers: { authorization: 'Bearer x' } });
      assert.equal(withToken.status, 404);
    });

    it('is unavailable while the user is inactive', async () => {
      const { url } = await createKey();
      await office.api.patch(`/v1/users/${office.rosa}`, { active: false });
      await assertNoCalendar(url);
      await office.api.patch(`/v1/users/${office.rosa}`, { active: true });
      await feed(url);
    });

    it('is limited to ten requests per second from one address', async () => {
      const { url } = await createKey();
      const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(url)));
      const refused = responses.filter(({ status }) => status === 429);
      assert(refused.length > 0);
      assert.equal(responses.filter(({ status }) => status === 200).length + refused.length, 50);
      assert.equal(refused[0]!.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.match(refused[0]!.headers.get('retry-after') ?? '', /^\d+$/);
    });

    it('writes no key to the log', async () => {
      const { key, user_id } = await createKey();
      const app = await startAnotherApp(service);
      try {
        const path = `/v1/users/${user_id}/calendar.ics`;
        assert.equal((await fetch(`${app.url}${path}?key=${key}`)).status, 200);
        assert.equal((await fetch(`${app.url}${path}?key=${key}x`)).status, 404);
        assert.match(app.log(), /calendar\.ics/);
        assert(!app.log().includes(key));
      } finally {
        await app.stop();
      }
    });
  });
});
