import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startAnotherApp } from '../../testing/another-app.ts';
import type { ApiClient } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { LinkVisitor, newLinkFor } from '../../testing/link-visitor.ts';
import { newUser } from '../../testing/office.ts';
import { randomFor } from '../../testing/seed.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { estimatePages } from './estimate-pages.ts';
import { invoicePages } from './invoice-pages.ts';
import { profilePages } from './profile-pages.ts';
import { visitPages } from './visit-pages.ts';

/** Every link of three persons on every page and with every form there is; only one of the two companies is paid online. */

const PAGES = {
  visit: visitPages,
  estimate: estimatePages,
  invoice: invoicePages,
  profile: profilePages,
};
type Purpose = keyof typeof PAGES;
const PURPOSES: readonly Purpose[] = ['visit', 'estimate', 'invoice', 'profile'];

const partsOf = (of: (purpose: Purpose) => object) => [
  ...new Set(PURPOSES.flatMap((purpose) => Object.keys(of(purpose)))),
];
const VIEWS = partsOf((purpose) => ({ ...PAGES[purpose].views, ...PAGES[purpose].files }));
const ACTIONS = partsOf((purpose) => PAGES[purpose].actions);

interface Person {
  api: ApiClient;
  /** In everything that belongs to the person. */
  mark: string;
  isPaidOnline: boolean;
  leadId: string;
  ids: Record<Purpose, string>;
  links: Record<Purpose, LinkVisitor>;
}

async function newPerson(
  api: ApiClient,
  open: (link: LinkVisitor) => LinkVisitor,
  { mark, hour, isPaidOnline = false }: { mark: string; hour: number; isPaidOnline?: boolean },
): Promise<Person> {
  const name = `${mark} Person`;
  const email = `${mark.toLowerCase()}@example.com`;
  const lead = { name, email, address: `${mark} St`, service_needed: 'repair' };
  const { lead_id } = await created(api.post('/v1/leads', lead));
  const { customer_id } = await created(api.post(`/v1/leads/${lead_id}/convert`));
  const assigned_to = await newUser(api, { name: `${mark} Technician` });
  const visit = await created(
    api.post('/v1/appointments', {
      ...{ lead_id, assigned_to, starts_at: `2027-03-03T${hour}:00:00-08:00` },
      location: { address: `${mark} St` },
    }),
  );
  const lines = [{ description: `${mark} boiler`, quantity: 1, unit_amount: 50_000 }];
  const options = [{ name: `${mark} option`, lines }];
  const estimate = { lead_id, title: `${mark} offer`, options, terms: `${mark} terms` };
  const { estimate_id } = await created(api.post('/v1/estimates', estimate));
  await api.post(`/v1/estimates/${estimate_id}/send`);
  const job = await created(api.post('/v1/jobs', { lead_id, title: `${mark} job` }));
  const invoice = { job_id: job.job_id, currency: 'USD', lines };
  const { invoice_id } = await created(api.post('/v1/invoices', invoice));
  await api.post(`/v1/invoices/${invoice_id}/send`);
  const ids = {
    ...{ visit: visit.appointment_id, estimate: estimate_id },
    ...{ invoice: invoice_id, profile: customer_id },
  };
  const links = {
    visit: open(await newLinkFor(api, 'visit', ids.visit)),
    estimate: open(await newLinkFor(api, 'estimate', ids.estimate)),
    invoice: open(await newLinkFor(api, 'invoice', ids.invoice)),
    profile: open(await newLinkFor(api, 'profile', ids.profile)),
  };
  return { api, mark, isPaidOnline, leadId: lead_id, ids, links };
}

const PREFIXES = {
  visit: 'appointment',
  estimate: 'estimate',
  invoice: 'invoice',
  profile: 'customer',
} as const;
const PROVIDER = { kind: 'stripe', secret_key: 'sk_test_none', webhook_secret: 'whsec_none' };

describe('a key, on every page and with every form', () => {
  const service = sharedService();
  const app = shared(() => startAnotherApp(service, { trustProxy: 1 }));
  const random = randomFor('every key');
  let people: Person[];
  let addresses = 0;
  /** From another address each, of which none sends so much, or tries so many wrong keys, that it is refused. */
  const open = ({ path }: Pick<LinkVisitor, 'path'>) => {
    addresses += 1;
    return new LinkVisitor(`${app.url}${path}`, `198.51.100.${addresses % 250}`);
  };
  before(async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const [alder, birch] = [await service.newOrganization(), await service.newOrganization()];
    const paidOnline = random.chance(0.5) ? alder : birch;
    await created(paidOnline.api.post('/v1/payment-providers', PROVIDER));
    const [alderIs, birchIs] = [alder === paidOnline, birch === paidOnline];
    people = [
      await newPerson(alder.api, open, { mark: 'Aspen', hour: 10, isPaidOnline: alderIs }),
      await newPerson(alder.api, open, { mark: 'Briar', hour: 12, isPaidOnline: alderIs }),
      await newPerson(birch.api, open, { mark: 'Cedar', hour: 14, isPaidOnline: birchIs }),
    ];
  });

  const everyLink = () =>
    people.flatMap((person) => PURPOSES.map((purpose) => ({ person, purpose })));

  /** The fields of every form, all at once, with the ids of another person. */
  function fieldsOf(other: Person): Record<string, string> {
    return {
      ...{ name: 'New Name', email: 'new.name@example.com', option: '0', reason: 'Because.' },
      total: '50000',
      ...{ rating: '5', comment: 'Well done.' },
      ...{ appointment_id: other.ids.visit, estimate_id: other.ids.estimate },
      ...{ invoice_id: other.ids.invoice, customer_id: other.ids.profile },
      starts_at: '2027-03-04T18:00:00.000Z',
    };
  }

  /** The rows of everybody's things, by the mark and the purpose: read at once, because it is often. */
  async function things(of = people): Promise<Map<string, Record<string, unknown>>> {
    const { rows } = await service.owner.query(
      `select appointment_id as id, to_jsonb(appointments) as row from appointments where appointment_id = any($1)
       union all select estimate_id, to_jsonb(estimates) from estimates where estimate_id = any($1)
       union all select invoice_id, to_jsonb(invoices) from invoices where invoice_id = any($1)
       union all select customer_id, to_jsonb(customers) from customers where customer_id = any($1)`,
      [
        of.flatMap(({ ids }) =>
          PURPOSES.map((purpose) => uuidFrom(PREFIXES[purpose], ids[purpose])),
        ),
      ],
    );
    const byId = new Map<string, Record<string, unknown>>(rows.map(({ id, row }) => [id, row]));
    return new Map(
      of.flatMap(({ mark, ids }) =>
        PURPOSES.map((purpose) => [
          `${mark} ${purpose}`,
          byId.get(uuidFrom(PREFIXES[purpose], ids[purpose])) ?? assert.fail(),
        ]),
      ),
    );
  }

  const changedBetween = (before: Map<string, object>, after: Map<string, object>) =>
    [...before.keys()].filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)));

  it('opens only what belongs to it, and shows no mark of another person', async () => {
    let opened = 0;
    for (const { person, purpose } of everyLink()) {
      const link = person.links[purpose];
      const own = { ...PAGES[purpose].views, ...PAGES[purpose].files };
      for (const part of ['', ...VIEWS]) {
        const page = await open(link).open(part === '' ? '' : `/${part}`);
        const isOwn = part === '' || Object.hasOwn(own, part);
        assert.equal(page.status, isOwn ? 200 : 404, `${purpose} ${part}`);
        for (const other of people.filter((one) => one !== person)) {
          assert(!page.text.includes(other.mark), `${purpose} ${part} shows ${other.mark}`);
        }
        const shows = isOwn && !part.endsWith('.pdf') && part !== 'move';
        if (shows) assert(page.text.includes(person.mark), `${purpose} ${part} shows nothing`);
        opened += 1;
      }
    }
    assert.equal(opened, people.length * PURPOSES.length * (1 + VIEWS.length));
  });

  it('does not open with the organization of another key, or with a part of it', async () => {
    for (const { person, purpose } of everyLink()) {
      const { path } = person.links[purpose];
      const others = everyLink().filter(({ person: other }) => other.api !== person.api);
      const other = others[random.between(0, others.length - 1)] ?? assert.fail();
      const mixed = other.person.links[other.purpose].path.slice(0, -26) + path.slice(-26);
      assert.notEqual(mixed, path);
      assert.equal((await open({ path: mixed }).open()).status, 404);
      assert.equal((await open({ path: path.slice(0, -1) }).open()).status, 404);
    }
  });

  it('changes only its own thing, whatever else the form says', async () => {
    let before = await things();
    for (const { person, purpose } of everyLink()) {
      for (const action of ACTIONS) {
        const others = people.filter((one) => one !== person);
        const other = others[random.between(0, others.length - 1)] ?? assert.fail();
        const sent = await open(person.links[purpose]).post(action, fieldsOf(other));
        const isOwn = Object.hasOwn(PAGES[purpose].actions, action);
        assert.equal(sent.status, isOwn ? 303 : 404, `${purpose} ${action}: ${sent.text}`);
        const after = await things();
        const allowed = isOwn ? [`${person.mark} ${purpose}`] : [];
        assert.deepEqual(
          changedBetween(before, after).filter((one) => !allowed.includes(one)),
          [],
          `${purpose} ${action}`,
        );
        before = after;
      }
    }
    const { rows: checkouts } = await service.owner.query(
      'select invoice_id from checkouts where invoice_id = any($1)',
      [people.map(({ ids }) => uuidFrom('invoice', ids.invoice))],
    );
    assert.deepEqual(
      checkouts.map(({ invoice_id }) => invoice_id).toSorted(),
      people
        .filter(({ isPaidOnline }) => isPaidOnline)
        .map(({ ids }) => uuidFrom('invoice', ids.invoice))
        .toSorted(),
    );
    // Not because nothing was changed at all.
    for (const { mark } of people) {
      const [visit, estimate, profile] = ['visit', 'estimate', 'profile'].map((purpose) =>
        before.get(`${mark} ${purpose}`),
      );
      assert.deepEqual(
        [visit?.status, estimate?.status, profile?.name],
        ['canceled', 'accepted', 'New Name'],
      );
    }
  });

  it('reviews only its own visit', async () => {
    const hours = [9, 11, 13];
    const visits = await Promise.all(
      people.map(async ({ api, mark }, place) => {
        const email = `${mark.toLowerCase()}.again@example.com`;
        const lead = { name: `${mark} Person`, email, service_needed: 'repair' };
        const { lead_id } = await created(api.post('/v1/leads', lead));
        const assigned_to = await newUser(api, { name: `${mark} Helper` });
        const starts_at = `2027-03-01T${String(hours[place]).padStart(2, '0')}:00:00-08:00`;
        const booking = { lead_id, assigned_to, starts_at };
        const { appointment_id: id } = await created(api.post('/v1/appointments', booking));
        await api.post(`/v1/appointments/${id}/complete`);
        return { mark, id, link: open(await newLinkFor(api, 'visit', id)) };
      }),
    );
    const comments = async () => {
      const { rows } = await service.owner.query(
        'select appointment_id as id, review_comment as comment from appointments where appointment_id = any($1)',
        [visits.map(({ id }) => uuidFrom('appointment', id))],
      );
      return new Map(rows.map(({ id, comment }) => [id, comment]));
    };
    for (const [place, { link, mark, id }] of visits.entries()) {
      const before = await comments();
      const other = visits[(place + 1) % visits.length];
      const fields = { rating: '5', comment: mark, appointment_id: other?.id ?? '' };
      assert.equal((await link.post('review', fields)).status, 303);
      before.set(uuidFrom('appointment', id), mark);
      assert.deepEqual(await comments(), before);
    }
  });

  it('still opens its own thing after its customer was merged into another one, and after the undo', async () => {
    const [{ api } = assert.fail()] = people;
    const kept = await newPerson(api, open, { mark: 'Dogwood', hour: 10 });
    const merged = await newPerson(api, open, { mark: 'Elder', hour: 12 });
    const merge = await api.post(`/v1/leads/${merged.leadId}/merge`, { into: kept.leadId });
    assert.equal(merge.status, 200, JSON.stringify(merge.body));
    const assertShows = async ({ links }: Person, purpose: Purpose, [own, other]: string[]) => {
      const { status, text } = await links[purpose].open();
      assert.equal(status, 200, purpose);
      assert(own && text.includes(own), `${purpose} does not show ${own}`);
      assert(other && !text.includes(other), `${purpose} shows ${other}`);
    };
    for (const purpose of ['visit', 'estimate', 'invoice'] as const) {
      await assertShows(merged, purpose, ['Elder', 'Dogwood']);
      await assertShows(kept, purpose, ['Dogwood', 'Elder']);
    }
    // They are one person now, whose details are those of the customer that was kept.
    await assertShows(merged, 'profile', ['Dogwood', 'Elder']);

    const before = await things([kept]);
    const fields = fieldsOf(kept);
    for (const action of ['confirm', 'move'] as const) {
      assert.equal(
        (await merged.links.visit.post(action, fields)).location?.includes('refused'),
        false,
      );
    }
    await merged.links.estimate.post('accept', fields);
    await merged.links.invoice.post('pay', fields);
    await merged.links.profile.post('save', fields);
    const { body: visit } = await api.get(`/v1/appointments/${merged.ids.visit}`);
    const { body: estimate } = await api.get(`/v1/estimates/${merged.ids.estimate}`);
    assert.deepEqual([visit.starts_at, estimate.status], ['2027-03-04T10:00:00-08:00', 'accepted']);
    assert.deepEqual(changedBetween(before, await things([kept])), ['Dogwood profile']);
    await assertShows(kept, 'profile', ['New Name', 'Elder']);

    assert.equal((await api.post(`/v1/leads/${merged.leadId}/unmerge`)).status, 200);
    await assertShows(merged, 'profile', ['Elder', 'Dogwood']);
    await assertShows(merged, 'estimate', ['Elder', 'Dogwood']);
    await assertShows(kept, 'profile', ['New Name', 'Elder']);
  });

  it('is in no line of the log', () => {
    assert(app.log().includes('/c/:key'));
    for (const { person, purpose } of everyLink()) {
      assert(!app.log().includes(person.links[purpose].path.slice(-26)), purpose);
    }
  });
});
