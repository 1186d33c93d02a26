import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newUuid, toUuid } from '../../platform/ids.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';

const NO_RESPONSE = {
  responded: 0,
  median_seconds: null,
  p90_seconds: null,
  within_5_minutes: 0,
  share_within_5_minutes: 0,
};
const NOTHING = { captured: 0, qualified: 0, booked: 0, converted: 0, sold: 0, paid: 0 };

interface CapturedLead {
  lead_id: string;
  lifecycle_number: string;
}

describe('reports', () => {
  const service = sharedService();

  async function captureAt(
    { api }: TestOrganization,
    time: string,
    source = 'web_form',
  ): Promise<CapturedLead> {
    service.clock.set(time);
    const { status, body } = await api.post('/v1/leads', freshLead({ source }));
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  async function contactAfter(
    { api }: TestOrganization,
    lead: CapturedLead & { created_at?: string },
    seconds: number,
  ): Promise<void> {
    service.clock.set(new Date(Date.parse(lead.created_at!) + seconds * 1_000).toISOString());
    assert.equal((await api.post(`/v1/leads/${lead.lead_id}/contacted`)).status, 200);
  }

  /** Emits events under the lead's number, as another feature does. */
  async function emit(
    { organizationId }: TestOrganization,
    lifecycleNumber: string,
    ...types: string[]
  ): Promise<void> {
    const events = types.map((type) => ({ event_id: newUuid(), type, data: {}, previous: null }));
    const { owner } = service;
    await owner.query('begin');
    await owner.query("select set_config('app.organization_id', $1, true)", [
      toUuid('organization', organizationId),
    ]);
    await owner.query('select append_events($1, $2, $3, $4)', [
      toUuid('organization', organizationId),
      service.clock.now(),
      JSON.stringify([{ type: 'system', id: null, name: 'Another feature' }]),
      JSON.stringify(
        events.map((event) => ({ ...event, lifecycle_number: lifecycleNumber, actor: 0 })),
      ),
    ]);
    await owner.query('commit');
  }

  /** Updates the row directly, so that this test does not depend on how leads are merged. */
  async function mergeInto(target: CapturedLead, lead: CapturedLead): Promise<void> {
    const { rowCount } = await service.owner.query(
      'update leads set merged_into = $1 where lead_id = $2',
      [toUuid('lead', target.lead_id), toUuid('lead', lead.lead_id)],
    );
    assert.equal(rowCount, 1);
  }

  async function read({ api }: TestOrganization, path: string) {
    const { status, body } = await api.get(`/v1/reports/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  describe('getFunnel', () => {
    /** One line per row: `starts_on ends_on source: captured`. */
    async function cohorts(organization: TestOrganization, query: string): Promise<string[]> {
      const { data } = await read(organization, `funnel?${query}`);
      return data.map(
        (row: Record<string, string>) =>
          `${row.starts_on} ${row.ends_on} ${row.source}: ${row.captured}`,
      );
    }

    it('counts captured leads per period and source, and the stages they reached', async () => {
      const organization = await service.newOrganization();
      const january = await captureAt(organization, '2027-01-10T18:00:00Z', 'phone');
      const paidLead = await captureAt(organization, '2027-02-03T18:00:00Z');
      const disqualified = await captureAt(organization, '2027-02-04T18:00:00Z');
      await captureAt(organization, '2027-02-05T18:00:00Z', 'phone');
      await captureAt(organization, '2027-03-01T18:00:00Z');
      // Long after the period: only the time of capture decides the period.
      service.clock.set('2027-06-01T18:00:00Z');
      for (const { lead_id } of [january, paidLead]) {
        await organization.api.post(`/v1/leads/${lead_id}/convert`);
      }
      await organization.api.post(`/v1/leads/${disqualified.lead_id}/disqualify`, {
        reason: 'Renter',
      });
      await emit(organization, january.lifecycle_number, 'appointment.booked');
      await emit(organization, paidLead.lifecycle_number, 'appointment.booked', 'job.created');
      await emit(organization, paidLead.lifecycle_number, 'invoice.paid', 'appointment.completed');
      // The same lead has a second appointment and a second paid invoice.
      await emit(organization, paidLead.lifecycle_number, 'appointment.booked', 'invoice.paid');

      assert.deepEqual(await read(organization, 'funnel?from=2027-01-01&to=2027-02-28'), {
        from: '2027-01-01',
        to: '2027-02-28',
        time_zone: 'America/Los_Angeles',
        period: 'month',
        data: [
          {
            starts_on: '2027-01-01',
            ends_on: '2027-01-31',
            source: 'phone',
            ...{ captured: 1, qualified: 1, booked: 1, converted: 1, sold: 0, paid: 0 },
          },
          {
            starts_on: '2027-02-01',
            ends_on: '2027-02-28',
            source: 'phone',
            ...{ captured: 1, qualified: 1, booked: 0, converted: 0, sold: 0, paid: 0 },
          },
          {
            starts_on: '2027-02-01',
            ends_on: '2027-02-28',
            source: 'web_form',
            ...{ captured: 2, qualified: 1, booked: 1, converted: 1, sold: 1, paid: 1 },
          },
        ],
        totals: { captured: 4, qualified: 3, booked: 2, converted: 2, sold: 1, paid: 1 },
      });
    });

    it('begins weeks on Monday, and cuts weeks and months at the ends of the range', async () => {
      const organization = await service.newOrganization({ time_zone: 'Europe/Berlin' });
      // A Sunday, the Monday after it, the Sunday of that week, and the next Monday.
      for (const day of ['2026-12-27', '2026-12-28', '2027-01-03', '2027-01-04']) {
        await captureAt(organization, `${day}T12:00:00Z`);
      }
      assert.deepEqual(await cohorts(organization, 'from=2026-12-26&to=2027-01-06&period=week'), [
        '2026-12-26 2026-12-27 web_form: 1',
        '2026-12-28 2027-01-03 web_form: 2',
        '2027-01-04 2027-01-06 web_form: 1',
      ]);
      assert.deepEqual(await cohorts(organization, 'from=2026-12-28&to=2027-01-04&period=month'), [
        '2026-12-28 2026-12-31 web_form: 1',
        '2027-01-01 2027-01-04 web_form: 2',
      ]);
      assert.deepEqual(await cohorts(organization, 'from=2027-01-03&to=2027-01-03&period=week'), [
        '2027-01-03 2027-01-03 web_form: 1',
      ]);
    });

    const localDays: Record<string, [time: string, day: string][]> = {
      'America/Los_Angeles': [
        ['2027-03-14T07:59:59.999Z', '2027-03-13'],
        ['2027-03-14T08:00:00.000Z', '2027-03-14'], // 23 hours: the clocks go forward
        ['2027-03-15T06:30:00.000Z', '2027-03-14'],
        ['2027-03-15T07:00:00.000Z', '2027-03-15'],
        ['2027-11-07T06:30:00.000Z', '2027-11-06'],
        ['2027-11-07T07:00:00.000Z', '2027-11-07'], // 25 hours: the clocks go back
        ['2027-11-08T07:30:00.000Z', '2027-11-07'],
        ['2027-11-08T08:00:00.000Z', '2027-11-08'],
      ],
      'Asia/Kolkata': [
        ['2027-05-31T18:00:00.000Z', '2027-05-31'],
        ['2027-05-31T18:29:59.999Z', '2027-05-31'],
        ['2027-05-31T18:30:00.000Z', '2027-06-01'],
      ],
      // Half an hour of daylight saving on top of a half-hour zone.
      'Australia/Lord_Howe': [
        ['2027-04-03T12:59:59.999Z', '2027-04-03'],
        ['2027-04-03T13:00:00.000Z', '2027-04-04'],
        ['2027-04-04T13:29:59.999Z', '2027-04-04'],
        ['2027-04-04T13:30:00.000Z', '2027-04-05'],
      ],
      // The clocks go forward at midnight, so April 30 begins at 01:00.
      'Africa/Cairo': [
        ['2027-04-29T21:59:59.999Z', '2027-04-29'],
        ['2027-04-29T22:00:00.000Z', '2027-04-30'],
        ['2027-04-30T20:59:59.999Z', '2027-04-30'],
        ['2027-04-30T21:00:00.000Z', '2027-05-01'],
      ],
    };
    for (const [time_zone, times] of Object.entries(localDays)) {
      it(`counts a lead on its local day in ${time_zone}`, async () => {
        const organization = await service.newOrganization({ time_zone });
        for (const [time] of times) await captureAt(organization, time);
        const perDay = Object.entries(Object.groupBy(times, ([, day]) => day));
        const expected = perDay.map(([day, some]) => `${day} ${day} web_form: ${some!.length}`);
        const [first, last] = [times[0]![1], times.at(-1)![1]];
        assert.deepEqual(
          await cohorts(organization, `from=${first}&to=${last}&period=day`),
          expected,
        );
        // Each day alone as well: the same limits apply at the ends of the range.
        for (const [index, [day]] of perDay.entries()) {
          assert.deepEqual(await cohorts(organization, `from=${day}&to=${day}&period=day`), [
            expected[index],
          ]);
        }
      });
    }

    it('covers the last 30 days by month by default, in the organization’s time zone', async () => {
      const organization = await service.newOrganization();
      await captureAt(organization, '2027-01-30T07:59:59Z', 'too_old');
      await captureAt(organization, '2027-01-30T08:00:00Z', 'oldest');
      await captureAt(organization, '2027-03-01T04:00:00Z', 'newest');
      // In UTC it is already March.
      const report = await read(organization, 'funnel');
      assert.equal(report.from, '2027-01-30');
      assert.equal(report.to, '2027-02-28');
      assert.equal(report.period, 'month');
      assert.deepEqual(await cohorts(organization, ''), [
        '2027-01-30 2027-01-31 oldest: 1',
        '2027-02-01 2027-02-28 newest: 1',
      ]);
      const earlier = await read(organization, 'funnel?to=2027-01-29');
      assert.equal(earlier.from, '2026-12-31');
      assert.equal(earlier.totals.captured, 1);
      const since = await read(organization, 'funnel?from=2027-02-28');
      assert.equal(since.to, '2027-02-28');
      assert.equal(since.totals.captured, 1);
    });

    it('uses a changed time zone of the organization', async () => {
      const organization = await service.newOrganization();
      await captureAt(organization, '2027-02-10T07:30:00Z');
      const query = 'from=2027-02-01&to=2027-02-20&period=day';
      assert.deepEqual(await cohorts(organization, query), ['2027-02-09 2027-02-09 web_form: 1']);
      await organization.api.patch('/v1/organization', { time_zone: 'America/New_York' });
      assert.deepEqual(await cohorts(organization, query), ['2027-02-10 2027-02-10 web_form: 1']);
    });

    it('filters by source, and sorts sources the same on every system', async () => {
      const organization = await service.newOrganization();
      for (const source of ['chat', 'phone', 'Zapier', 'web_form', 'événement']) {
        await captureAt(organization, '2027-02-10T18:00:00Z', source);
      }
      const sources = async (query: string) =>
        (await read(organization, `funnel?to=2027-02-28${query}`)).data.map(
          (row: Record<string, string>) => row.source,
        );
      assert.deepEqual(await sources(''), ['Zapier', 'chat', 'phone', 'web_form', 'événement']);
      assert.deepEqual(await sources('&source=phone'), ['phone']);
      assert.deepEqual(await sources('&source=phone,fax,chat,phone'), ['chat', 'phone']);
      assert.deepEqual(await sources('&source=Phone'), []);
    });

    it('counts every capture once under its own source, also after merge, unmerge, delete and restore', async () => {
      const organization = await service.newOrganization();
      const post = async (path: string, body?: object) =>
        assert.equal((await organization.api.post(`/v1/leads/${path}`, body)).status, 200);
      const kept = await captureAt(organization, '2027-02-10T18:00:00Z', 'google');
      const merged = await captureAt(organization, '2027-02-10T19:00:00Z', 'phone');
      const deleted = await captureAt(organization, '2027-02-10T20:00:00Z', 'angi');
      await emit(organization, merged.lifecycle_number, 'appointment.booked');
      const expected = ['angi: 1 0', 'google: 1 0', 'phone: 1 1'];
      const counted = async () => {
        const { data, totals } = await read(organization, 'funnel?to=2027-02-28');
        assert.equal(totals.captured, 3);
        return data.map(
          (row: Record<string, string>) => `${row.source}: ${row.captured} ${row.booked}`,
        );
      };
      assert.deepEqual(await counted(), expected);
      await post(`${merged.lead_id}/merge`, { into: kept.lead_id });
      assert.deepEqual(await counted(), expected);
      await organization.api.delete(`/v1/leads/${deleted.lead_id}`);
      assert.deepEqual(await counted(), expected);
      await post(`${deleted.lead_id}/restore`);
      await post(`${merged.lead_id}/unmerge`);
      assert.deepEqual(await counted(), expected);
    });

    it('counts nothing of another organization, even with the same lifecycle number', async () => {
      const [own, other] = [await service.newOrganization(), await service.newOrganization()];
      const lead = await captureAt(own, '2027-02-10T18:00:00Z');
      const otherLead = await captureAt(other, '2027-02-10T18:00:00Z');
      assert.equal(otherLead.lifecycle_number, lead.lifecycle_number);
      await emit(other, otherLead.lifecycle_number, 'appointment.booked', 'invoice.paid');
      const { totals } = await read(own, 'funnel?to=2027-02-28');
      assert.deepEqual(totals, { ...NOTHING, captured: 1, qualified: 1 });
      const { totals: otherTotals } = await read(other, 'funnel?to=2027-02-28');
      assert.deepEqual(otherTotals, { ...totals, booked: 1, paid: 1 });
    });

    it('returns an empty report when no lead was captured, in any supported year', async () => {
      const organization = await service.newOrganization();
      for (const range of [
        'from=2027-02-01&to=2027-02-28',
        'from=0000-01-01&to=0000-12-31',
        'from=1969-12-01&to=1970-01-31',
        'from=9999-01-01&to=9999-12-31',
      ]) {
        for (const period of ['day', 'week', 'month']) {
          const { data, totals } = await read(organization, `funnel?${range}&period=${period}`);
          assert.deepEqual(data, []);
          assert.deepEqual(totals, NOTHING);
        }
        await read(organization, `speed-to-lead?${range}`);
      }
    });
  });

  describe('getSpeedToLead', () => {
    it('returns median, 90th percentile and the share within five minutes, also by source', async () => {
      const organization = await service.newOrganization();
      for (const [index, seconds] of [60, 120, 300, 300.001, 600].entries()) {
        const lead = await captureAt(organization, `2027-02-1${index}T18:00:00Z`, 'phone');
        await contactAfter(organization, lead, seconds);
      }
      await captureAt(organization, '2027-02-16T18:00:00Z', 'phone');
      const slow = await captureAt(organization, '2027-02-17T18:00:00Z', 'web_form');
      await contactAfter(organization, slow, 7 * 86_400);
      await captureAt(organization, '2027-02-18T18:00:00Z', 'email');

      assert.deepEqual(await read(organization, 'speed-to-lead?from=2027-02-01&to=2027-02-28'), {
        from: '2027-02-01',
        to: '2027-02-28',
        time_zone: 'America/Los_Angeles',
        captured: 8,
        contacted: 6,
        median_seconds: 300.001, // between 300 and 300.001, to the millisecond
        p90_seconds: 302_700,
        within_5_minutes: 3,
        share_within_5_minutes: 0.375,
        response: NO_RESPONSE,
        by_source: [
          {
            source: 'email',
            captured: 1,
            contacted: 0,
            median_seconds: null,
            p90_seconds: null,
            within_5_minutes: 0,
            share_within_5_minutes: 0,
            response: NO_RESPONSE,
          },
          {
            source: 'phone',
            captured: 6,
            contacted: 5,
            median_seconds: 300,
            p90_seconds: 480,
            within_5_minutes: 3,
            share_within_5_minutes: 0.5,
            response: NO_RESPONSE,
          },
          {
            source: 'web_form',
            captured: 1,
            contacted: 1,
            median_seconds: 604_800,
            p90_seconds: 604_800,
            within_5_minutes: 0,
            share_within_5_minutes: 0,
            response: NO_RESPONSE,
          },
        ],
      });
    });

    it('rounds seconds to three digits and the share to four', async () => {
      const organization = await service.newOrganization();
      for (const seconds of [1, 1.004]) {
        const lead = await captureAt(organization, '2027-02-10T18:00:00Z');
        await contactAfter(organization, lead, seconds);
      }
      await captureAt(organization, '2027-02-10T19:00:00Z');
      const report = await read(organization, 'speed-to-lead?to=2027-02-28');
      assert.equal(report.median_seconds, 1.002);
      assert.equal(report.p90_seconds, 1.004);
      assert.equal(report.share_within_5_minutes, 0.6667);
    });

    it('returns null figures when there are no leads', async () => {
      const organization = await service.newOrganization();
      service.clock.set('2027-03-01T04:00:00Z');
      assert.deepEqual(await read(organization, 'speed-to-lead'), {
        from: '2027-01-30',
        to: '2027-02-28',
        time_zone: 'America/Los_Angeles',
        captured: 0,
        contacted: 0,
        median_seconds: null,
        p90_seconds: null,
        within_5_minutes: 0,
        share_within_5_minutes: null,
        response: { ...NO_RESPONSE, share_within_5_minutes: null },
        by_source: [],
      });
    });

    it('measures only active leads of the date range, the sources and the organization', async () => {
      const organization = await service.newOrganization({ time_zone: 'Asia/Kolkata' });
      const other = await service.newOrganization({ time_zone: 'Asia/Kolkata' });
      const contactedAt = async (who: TestOrganization, time: string, source?: string) => {
        const lead = await captureAt(who, time, source);
        await contactAfter(who, lead, 60);
        return lead;
      };
      await contactedAt(organization, '2027-01-31T18:29:59Z');
      const kept = await contactedAt(organization, '2027-01-31T18:30:00Z');
      const deleted = await contactedAt(organization, '2027-02-02T12:00:00Z');
      const merged = await contactedAt(organization, '2027-02-03T12:00:00Z');
      await contactedAt(organization, '2027-02-04T12:00:00Z', 'phone');
      await contactedAt(organization, '2027-02-28T18:29:59Z', 'chat');
      await contactedAt(organization, '2027-02-28T18:30:00Z');
      await contactedAt(other, '2027-02-05T12:00:00Z');
      await organization.api.delete(`/v1/leads/${deleted.lead_id}`);
      await mergeInto(kept, merged);

      const path = 'speed-to-lead?from=2027-02-01&to=2027-02-28';
      const bySource = async (query: string) => {
        const report = await read(organization, path + query);
        assert.equal(report.contacted, report.captured);
        return [
          report.captured,
          ...report.by_source.map(
            (row: Record<string, string>) => `${row.source}: ${row.contacted}`,
          ),
        ];
      };
      assert.deepEqual(await bySource(''), [3, 'chat: 1', 'phone: 1', 'web_form: 1']);
      assert.deepEqual(await bySource('&source=phone,web_form'), [2, 'phone: 1', 'web_form: 1']);
      assert.deepEqual(await bySource('&source=fax'), [0]);
    });
  });

  describe('validation', () => {
    const invalid: [query: string, errors: string[]][] = [
      ['from=2027-02-30', ['/from invalid_format']],
      ['to=2027-02-29', ['/to invalid_format']],
      ['from=2027-13-01&to=2027-00-10', ['/from invalid_format', '/to invalid_format']],
      ['from=2027-2-1', ['/from invalid_format']],
      ['from=2027021', ['/from invalid_format']],
      ['from=2027-02-01T00:00:00Z', ['/from invalid_format']],
      ['from=&to=yesterday', ['/from invalid_format', '/to invalid_format']],
      ['from=2027-02-01&from=2027-02-02', ['/from wrong_type']],
      ['from=2027-02-02&to=2027-02-01', ['/from out_of_range']],
      ['from=2027-03-03', ['/from out_of_range']],
      ['from=2026-01-25&to=2027-03-01', ['/from out_of_range']],
      ['from=2020-01-01', ['/from out_of_range']],
      ['source=', ['/source too_short']],
      [`source=${'x'.repeat(1001)}`, ['/source too_long']],
      ['source=%00', ['/source nul_character']],
      ['from=2027-02-02&to=2027-02-01&source=', ['/source too_short', '/from out_of_range']],
      ['from=2027-02-02&to=2027-02-30&source=', ['/to invalid_format', '/source too_short']],
    ];
    const invalidForFunnel: typeof invalid = [
      ['period=year', ['/period not_allowed']],
      ['period=', ['/period not_allowed']],
      ['from=2027-02-02&to=2027-02-01&period=Week', ['/period not_allowed', '/from out_of_range']],
    ];
    let organization: TestOrganization;
    before(async () => {
      organization = await service.newOrganization();
      // March 2 in UTC, March 1 in the organization’s time zone.
      service.clock.set('2027-03-02T07:00:00Z');
    });

    async function assertRefused(path: string, errors: string[]): Promise<void> {
      const { status, body } = await organization.api.get(`/v1/reports/${path}`);
      assert.equal(status, 422, path);
      const found = body.errors.map(
        (error: Record<string, string>) => `${error.pointer} ${error.code}`,
      );
      assert.deepEqual(found, errors, path);
    }

    it('refuse invalid dates, date ranges and sources, and report all errors together', async () => {
      for (const [query, errors] of invalid) {
        await assertRefused(`funnel?${query}`, errors);
        await assertRefused(`speed-to-lead?${query}`, errors);
      }
      for (const [query, errors] of invalidForFunnel)
        await assertRefused(`funnel?${query}`, errors);
      await assertRefused('speed-to-lead?period=year', ['/period not_allowed']);
    });

    it('accept 400 days, one day, a leap day and today', async () => {
      for (const query of [
        'from=2026-01-26&to=2027-03-01',
        'from=2026-01-26',
        'from=2027-03-01&to=2027-03-01',
        'from=2027-03-01',
        'from=2028-02-29&to=2028-02-29',
      ]) {
        await read(organization, `funnel?${query}&period=day`);
        await read(organization, `speed-to-lead?${query}`);
      }
      await assertRefused('funnel?from=2027-03-02', ['/from out_of_range']);
    });
  });
});
