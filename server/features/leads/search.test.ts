import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_SEARCH_KEYS, readSearch, searchKeys, searchText } from '../../domain/search.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const PEOPLE = {
  dana: { name: 'Dana Whitfield', phone: '+14155550134', email: 'd.whit@example.com' },
  jose: { name: 'José Álvarez-O’Neill', phone: '+442079460018', email: null },
  ng: { name: 'Kim Ng', phone: '+16285550177', email: null },
  li: { name: '李 雷', phone: null, email: 'lei+web@gmail.com' },
  john: { name: 'John Smith', phone: '+12125550187', email: null },
  johnny: { name: 'Johnny Smithson', phone: '+13105550111', email: 'js@smith-and-sons.com' },
};
type Person = keyof typeof PEOPLE;

describe('search', () => {
  const ids = new Map<string, Person>();
  const numbers = {} as Record<Person, string>;
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    for (const [person, contact] of Object.entries(PEOPLE)) {
      const lead = { ...contact, service_needed: 'roofing' };
      const { body } = await organization.api.post('/v1/leads', lead);
      ids.set(body.lead_id, person as Person);
      numbers[person as Person] = body.lifecycle_number;
      const customer = await organization.api.post(`/v1/leads/${body.lead_id}/convert`);
      assert.equal(customer.status, 201, JSON.stringify(customer.body));
    }
  });

  /** The people found. Both lists must agree, because each customer comes from one of the leads. */
  async function found(q: string): Promise<Person[]> {
    const [leads, customers] = await Promise.all(
      ['leads', 'customers'].map((list) =>
        organization.api.get(`/v1/${list}?q=${encodeURIComponent(q)}`),
      ),
    );
    assert.equal(leads!.status, 200, JSON.stringify(leads!.body));
    const people = (body: { data: { lead_id: string }[] }) =>
      body.data.map(({ lead_id }) => ids.get(lead_id)!);
    assert.deepEqual(people(leads!.body), people(customers!.body), q);
    return people(leads!.body).sort();
  }

  it('finds a lead or a customer by the beginning of any word of the name, in any order', async () => {
    for (const q of ['dan', 'dana', 'Dana Whitfield', 'whitfield dana', 'WHIT', 'whitfie']) {
      assert.deepEqual(await found(q), ['dana'], q);
    }
    assert.deepEqual(await found('joh'), ['john', 'johnny']);
    assert.deepEqual(await found('john smith'), ['john', 'johnny']);
    assert.deepEqual(await found('smithson'), ['johnny']);
    assert.deepEqual(await found('smith x'), []);
    assert.deepEqual(await found('hitfield'), []);
  });

  it('ignores accents and apostrophes, and finds names in any script', async () => {
    for (const q of ['jose', 'JOSÉ', 'alvarez', "o'neill", 'oneill', 'álv onei']) {
      assert.deepEqual(await found(q), ['jose'], q);
    }
    assert.deepEqual(await found('ng'), ['ng']);
    assert.deepEqual(await found('李'), ['li']);
    assert.deepEqual(await found('雷'), ['li']);
  });

  it('finds by a full email address or its beginning', async () => {
    for (const q of ['d.whit@example.com', 'D.Whit@Example.com', 'd.whit@ex', 'whit@']) {
      assert.deepEqual(await found(q), ['dana'], q);
    }
    assert.deepEqual(await found('lei@gmail.com'), ['li']);
    assert.deepEqual(await found('whit@example.com'), []);
  });

  it('finds by house and street in any order, or by five letters of the street', async () => {
    const { api } = await service.newOrganization();
    const address = '1418 Alder St, Portland, OR 97205';
    const lead = (await api.post('/v1/leads', freshLead({ name: 'Ana Petrov', address }))).body;
    await api.post('/v1/leads', freshLead({ address: '1419 Aldershot Rd, Salem' }));
    const { body: customer } = await api.post(`/v1/leads/${lead.lead_id}/convert`);
    for (const q of ['1418 alder', 'alder st 1418', '1418 Alder St', '1418 ald']) {
      for (const [list, id] of [
        ['leads', lead.lead_id],
        ['customers', customer.lead_id],
      ]) {
        const { body } = await api.get(`/v1/${list}?q=${encodeURIComponent(q)}`);
        assert.deepEqual(
          body.data.map((one: { lead_id: string }) => one.lead_id),
          [id],
          `${list} ${q}`,
        );
      }
    }
    assert.equal((await api.get('/v1/leads?q=alder')).body.data.length, 2);
  });

  it('finds by every phone number and mailbox, earlier ones and those of later requests', async () => {
    const { api } = await service.newOrganization();
    const contact = { name: 'Bruno Diaz', email: 'bruno.d55@example.com' };
    const lead = (await api.post('/v1/leads', freshLead(contact))).body;
    const { body: customer } = await api.post(`/v1/leads/${lead.lead_id}/convert`);
    const again = (await api.post('/v1/leads', freshLead(contact))).body;
    assert.equal(again.customer_id, customer.customer_id);
    const moved = { phone: freshLead().phone, email: 'other.box@example.org' };
    await api.patch(`/v1/customers/${customer.customer_id}`, moved);
    for (const q of [lead.phone, again.phone, moved.phone, contact.email, moved.email]) {
      const { body } = await api.get(`/v1/customers?q=${encodeURIComponent(String(q))}`);
      assert.equal(body.data.length, 1, String(q));
      assert.equal(body.data[0].customer_id, customer.customer_id);
    }
    const corrected = { phone: freshLead().phone };
    await api.patch(`/v1/leads/${again.lead_id}`, corrected);
    for (const q of [again.phone, corrected.phone]) {
      const { body } = await api.get(`/v1/leads?q=${encodeURIComponent(String(q))}`);
      assert.equal(body.data[0]?.lead_id, again.lead_id, String(q));
    }
  });

  it('finds by the end of a phone number in any format', async () => {
    for (const q of ['0134', '50134', '555-0134', '(415) 555-0134', '+1 415 555 0134']) {
      assert.deepEqual(await found(q), ['dana'], q);
    }
    assert.deepEqual(await found('020 7946 0018'), ['jose']);
    for (const q of ['134', '555013', '550134']) assert.deepEqual(await found(q), ['dana'], q);
    assert.deepEqual(await found('9134'), []);
    assert.deepEqual(await found('9995550134'), []);
  });

  it('finds by the first half of a phone number, or any three digits in a row', async () => {
    for (const q of ['415', '4155', '41555', '415555', '(415) 555-01', '+1 415', '1415555']) {
      assert.deepEqual(await found(q), ['dana'], q);
    }
    for (const q of ['0207', '02079460', '+44 207', '44207', '7946', '4420794600']) {
      assert.deepEqual(await found(q), ['jose'], q);
    }
    assert.deepEqual(await found('555'), ['dana', 'john', 'johnny', 'ng']);
    assert.deepEqual(await found('0415'), ['dana'], 'after the country code');
    const { body } = await organization.api.get('/v1/leads?q=415&include_deleted=true');
    assert.equal(body.data.length, 1);
    const first = await organization.api.get('/v1/leads?q=555&limit=3');
    const path = `/v1/leads?q=555&limit=3&cursor=${first.body.next_cursor}`;
    const second = await organization.api.get(path);
    assert.deepEqual([first.body.data.length, second.body.data.length], [3, 1]);
  });

  it('finds by the lifecycle number, with or without its check digit', async () => {
    assert.deepEqual(await found(numbers.john), ['john']);
    assert.deepEqual(await found(numbers.john.split('-')[0]!), ['john']);
    assert.deepEqual(await found('999999-9'), []);
  });

  it('refuses a search text that is too short', async () => {
    for (const q of ['d', 'd%', '12', '%', ' ', '--']) {
      for (const list of ['leads', 'customers']) {
        const { status, body } = await organization.api.get(
          `/v1/${list}?q=${encodeURIComponent(q)}`,
        );
        assert.equal(status, 422, q);
        assert.equal(body.errors[0].pointer, '/q');
      }
    }
    assert.deepEqual(await found('dan%'), ['dana']);
    assert.deepEqual(await found('da'), []);
  });

  it('finds the new name after an update, and no longer the old one', async () => {
    const lead = { name: 'Priya Raman', phone: '+16465550142', service_needed: 'roofing' };
    const { body } = await organization.api.post('/v1/leads', lead);
    await organization.api.patch(`/v1/leads/${body.lead_id}`, { name: 'Priya Nair' });
    const names = async (q: string) =>
      (await organization.api.get(`/v1/leads?q=${q}`)).body.data.map(
        (found: { name: string }) => found.name,
      );
    assert.deepEqual(await names('nair'), ['Priya Nair']);
    assert.deepEqual(await names('raman'), []);
    await organization.api.delete(`/v1/leads/${body.lead_id}`);
    assert.deepEqual(await names('nair'), []);
    assert.deepEqual(await names('nair&include_deleted=true'), ['Priya Nair']);
  });

  it('combines with other filters and pages', async () => {
    const own = await service.newOrganization();
    for (let n = 0; n < 5; n += 1) {
      await own.api.post('/v1/leads', {
        name: `Ada Miller ${n}`,
        email: `ada${n}@miller${n}.example.com`,
        source: n % 2 ? 'phone' : 'chat',
        service_needed: 'roofing',
      });
    }
    const list = async (query: string) => (await own.api.get(`/v1/leads?q=miller&${query}`)).body;
    assert.equal((await list('source=chat')).data.length, 3);
    assert.equal((await list('source=chat&status=converted')).data.length, 0);
    assert.equal((await list('age=1d&unassigned=true')).data.length, 5);
    const first = await list('limit=3');
    const second = await list(`limit=3&cursor=${first.next_cursor}`);
    assert.deepEqual([first.data.length, second.data.length], [3, 2]);
    const names = [...first.data, ...second.data].map((lead: { name: string }) => lead.name);
    assert.deepEqual(
      names,
      [4, 3, 2, 1, 0].map((n) => `Ada Miller ${n}`),
    );
    const otherOrganization = await service.newOrganization();
    assert.equal((await otherOrganization.api.get('/v1/leads?q=miller')).body.data.length, 0);
  });
});

describe('searchKeys and readSearch', () => {
  const text = fc.option(fc.string({ unit: anyCharacter, maxLength: 100 }));
  const contact = fc.record({
    name: text,
    phone: fc.option(fc.constantFrom('+14155550134', '+442079460018', '+1234567')),
    email: fc.option(fc.oneof(text, fc.emailAddress())),
  });

  it('have a limited size for any input', () => {
    fc.assert(
      fc.property(contact, (someone) => {
        const keys = searchKeys(someone as never, 'lead');
        assert.ok(keys.length <= MAX_SEARCH_KEYS, `${keys.length}`);
        assert.ok(searchText(someone as never).length < 2000);
      }),
    );
  });

  it('match the full name, and every beginning of it from three letters', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(word, word, fc.nat(11), (given, surname, cut) => {
        const someone = { name: `${given} ${surname}`, phone: null, email: null };
        const keys = new Set(searchKeys(someone, 'lead'));
        const stored = searchText(someone);
        for (const q of [`${given} ${surname}`, surname.slice(0, Math.max(3, cut)), given]) {
          const search = readSearch(q, 'lead')!;
          assert.ok(keys.has(search.key!), q);
          for (const pattern of search.patterns) {
            assert.ok(stored.includes(pattern.slice(1, -1)), `${pattern} in ${stored}`);
          }
        }
      }),
    );
  });
});
