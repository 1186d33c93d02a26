import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldErrors } from '../../testing/field-errors.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { ALDER_ST, Places } from '../../testing/places.ts';

const service = sharedService();
const places = shared(async () => new Places(await service.newOrganization()));
const patch = (id: string, body: object) => places.api.patch(`/v1/properties/${id}`, body);

describe('properties', () => {
  it('are kept with their address in parts', async () => {
    const { customer_id, lead_id, lifecycle_number } = await places.customer();
    const landlord = await places.customer();
    const coordinates = { latitude: 45.52, longitude: -122.68 };
    const property = await places.property({
      customer_id,
      address: { ...ALDER_ST, line1: ' 1418 Alder St ', country: 'us' },
      coordinates,
      access_notes: 'Gate code 4411.',
      bill_to_customer_id: landlord.customer_id,
      tax_rate: 8.25,
    });
    const { property_id, created_at, updated_at, ...rest } = property;
    assert.match(property_id, /^property_/);
    assert.deepEqual(rest, {
      lifecycle_number,
      lead_id,
      customer_id,
      address: ALDER_ST,
      coordinates,
      access_notes: 'Gate code 4411.',
      bill_to_customer_id: landlord.customer_id,
      tax_rate: 8.25,
    });
    assert.equal(created_at, updated_at);
    assert.deepEqual(await places.read(`/v1/properties/${property_id}`), property);
    const { data } = await places.read('/v1/events?type=property.created');
    assert.deepEqual(data.at(-1).data, property);
  });

  it('change only by what is sent, and lose the coordinates of an old address', async () => {
    const { customer_id } = await places.customer();
    const coordinates = { latitude: 45.52, longitude: -122.68 };
    const property = await places.property({ customer_id, coordinates });
    const same = await patch(property.property_id, { address: ALDER_ST });
    assert.deepEqual(same.body, property);
    service.clock.advance(60_000);
    const moved = await patch(property.property_id, {
      address: { ...ALDER_ST, line1: '1420 Alder St' },
      tax_rate: 9,
    });
    assert.deepEqual(
      [moved.body.address.line1, moved.body.coordinates, moved.body.tax_rate],
      ['1420 Alder St', null, 9],
    );
    const { data } = await places.read('/v1/events?type=property.updated');
    assert.deepEqual(data.at(-1).previous, {
      address: ALDER_ST,
      coordinates,
      tax_rate: null,
      updated_at: property.updated_at,
    });
    const back = await patch(property.property_id, { coordinates, tax_rate: null });
    assert.deepEqual([back.body.coordinates, back.body.tax_rate], [coordinates, null]);
  });

  it('of a lead are those of its customer after the conversion, and of all merged requests', async () => {
    const lead = await places.lead({ address: '1418 Alder St, Portland' });
    const { property_id, customer_id } = await places.property({ lead_id: lead.lead_id });
    assert.equal(customer_id, null);
    const earlier = await places.read(`/v1/leads/${lead.lead_id}`);
    assert.equal(earlier.address, '1418 Alder St, Portland');
    const customer = await places.convert(lead);
    const ofCustomer = `/v1/properties?customer_id=${customer.customer_id}`;
    assert.deepEqual(await places.ids(ofCustomer, 'property_id'), [property_id]);
    const shown = await places.read(`/v1/properties/${property_id}`);
    assert.equal(shown.customer_id, customer.customer_id);

    const other = await places.lead();
    const second = await places.property({ lead_id: other.lead_id });
    await places.act(`/v1/leads/${other.lead_id}/merge`, { into: lead.lead_id });
    assert.deepEqual(await places.ids(ofCustomer, 'property_id'), [
      second.property_id,
      property_id,
    ]);
    for (const { lead_id } of [lead, other]) {
      const ofLead = `/v1/properties?lead_id=${lead_id}`;
      assert.equal((await places.ids(ofLead, 'property_id')).length, 2);
    }
    await places.act(`/v1/leads/${other.lead_id}/unmerge`);
    assert.deepEqual(await places.ids(ofCustomer, 'property_id'), [property_id]);
  });

  it('of two customers who are one person are those of both', async () => {
    const [one, other] = [await places.customer(), await places.customer()];
    const first = await places.property({ customer_id: one.customer_id });
    const second = await places.property({ customer_id: other.customer_id });
    await places.act(`/v1/leads/${one.lead_id}/attach`, { customer_id: other.customer_id });
    for (const { customer_id } of [one, other]) {
      const found = await places.ids(`/v1/properties?customer_id=${customer_id}`, 'property_id');
      assert.deepEqual(found, [second.property_id, first.property_id]);
    }
    const shown = await places.read(`/v1/properties/${first.property_id}`);
    assert.equal(shown.customer_id, other.customer_id);
    const property_id = first.property_id;
    const job = await places.job({ customer_id: other.customer_id, property_id });
    assert.equal(job.property_id, property_id);
  });

  it('are found by postal code, however it is written', async () => {
    const { customer_id } = await places.customer();
    const at = (postal_code: string) =>
      places.property({ customer_id, address: { ...ALDER_ST, postal_code } });
    const [zip, uk] = [await at('97999-1234'), await at('SW1A 1AA')];
    const find = (code: string) =>
      places.ids(`/v1/properties?postal_code=${encodeURIComponent(code)}`, 'property_id');
    assert.deepEqual(await find('97999'), [zip.property_id]);
    assert.deepEqual(await find('97999-4321'), [zip.property_id]);
    assert.deepEqual(await find('sw1a1aa'), [uk.property_id]);
    assert.deepEqual(await find('00000'), []);
    assert.deepEqual(await places.ids('/v1/properties?lead_id=lead_x', 'property_id'), []);
  });

  it('are refused with what is wrong', async () => {
    const { customer_id, lead_id } = await places.customer();
    const create = (body: object) =>
      places.api.post('/v1/properties', { address: ALDER_ST, ...body });
    assert.deepEqual(fieldErrors(await create({})), ['/customer_id required']);
    const both = await create({ customer_id, lead_id });
    assert.deepEqual(fieldErrors(both), ['/customer_id not_allowed']);
    assert.deepEqual(
      fieldErrors(await create({ customer_id, address: { ...ALDER_ST, country: 'XX' } })),
      ['/address/country unknown_country'],
    );
    const { city: _left, ...incomplete } = ALDER_ST;
    assert.deepEqual(fieldErrors(await create({ customer_id, address: incomplete })), [
      '/address/city required',
    ]);
    assert.deepEqual(fieldErrors(await create({ customer_id, tax_rate: 8.12345 })), [
      '/tax_rate too_precise',
    ]);
    assert.deepEqual(
      fieldErrors(await create({ customer_id, bill_to_customer_id: 'customer_x' })),
      ['/bill_to_customer_id unknown_customer'],
    );
    const half = { latitude: 45 };
    assert.deepEqual(fieldErrors(await create({ customer_id, coordinates: half })), [
      '/coordinates/longitude required',
    ]);
    assert.equal((await create({ customer_id: 'customer_x' })).status, 404);
    const gone = await places.lead();
    await places.api.delete(`/v1/leads/${gone.lead_id}`);
    assert.equal((await create({ lead_id: gone.lead_id })).body.code, 'lead_deleted');
  });

  it('can be named only by records of the same person', async () => {
    const [mine, other] = [await places.customer(), await places.customer()];
    const theirs = await places.property({ customer_id: other.customer_id });
    const { property_id } = theirs;
    const { customer_id } = mine;
    const job = (body: object) =>
      places.api.post('/v1/jobs', { customer_id, title: 'Heater', ...body });
    assert.deepEqual(fieldErrors(await job({ property_id })), ['/property_id other_person']);
    assert.deepEqual(fieldErrors(await job({ property_id: 'property_x' })), [
      '/property_id unknown_property',
    ]);
    const elsewhere = new Places(await service.newOrganization());
    const foreign = await elsewhere.property({
      customer_id: (await elsewhere.customer()).customer_id,
    });
    assert.deepEqual(fieldErrors(await job({ property_id: foreign.property_id })), [
      '/property_id unknown_property',
    ]);
    const { job_id } = await places.job({ customer_id });
    const update = await places.api.patch(`/v1/jobs/${job_id}`, { property_id });
    assert.deepEqual(fieldErrors(update), ['/property_id other_person']);
    const lines = [{ description: 'Heater', quantity: 1, unit_amount: 1000 }];
    const invoice = await places.api.post('/v1/invoices', { job_id, property_id, lines });
    assert.deepEqual(fieldErrors(invoice), ['/property_id other_person']);
  });
});

describe('the tax rate of a property', () => {
  const line = { description: 'Heater', quantity: 1, unit_amount: 10_000 };
  const rates = (invoice: { lines: { tax_rate: number }[] }) =>
    invoice.lines.map(({ tax_rate }) => tax_rate);

  it('is that of invoice lines that give none', async () => {
    const { customer_id } = await places.customer();
    const { property_id } = await places.property({ customer_id, tax_rate: 8.25 });
    const { job_id } = await places.job({ customer_id, property_id });
    const invoice = await places.act('/v1/invoices', {
      job_id,
      lines: [line, { ...line, tax_rate: 0 }, { ...line, tax_rate: 5 }],
    });
    assert.equal(invoice.property_id, property_id);
    assert.deepEqual(rates(invoice), [8.25, 0, 5]);
    assert.deepEqual([invoice.tax, invoice.total], [1_325, 31_325]);
    const path = `/v1/invoices/${invoice.invoice_id}`;
    const changed = await places.api.patch(path, { lines: [line] });
    assert.deepEqual(rates(changed.body), [8.25]);

    const without = await places.api.patch(path, { property_id: null, lines: [line] });
    assert.deepEqual([without.body.property_id, ...rates(without.body)], [null, 0]);
    const dear = await places.property({ customer_id, tax_rate: 10 });
    const elsewhere = await places.api.patch(path, { property_id: dear.property_id });
    assert.deepEqual([elsewhere.body.property_id, ...rates(elsewhere.body)], [dear.property_id, 0]);
  });

  it('stays on invoices that were created before it changed', async () => {
    const { customer_id } = await places.customer();
    const { property_id } = await places.property({ customer_id, tax_rate: 8.25 });
    const { job_id } = await places.job({ customer_id, property_id });
    const { invoice_id } = await places.act('/v1/invoices', { job_id, lines: [line] });
    await patch(property_id, { tax_rate: 9 });
    assert.deepEqual(rates(await places.read(`/v1/invoices/${invoice_id}`)), [8.25]);
  });

  it('is that of lines that are paid on site, and not of an agreed amount', async () => {
    const { customer_id } = await places.customer();
    const { property_id } = await places.property({ customer_id, tax_rate: 10 });
    const pay = async (body: object) => {
      const { job_id } = await places.job({ customer_id, property_id });
      return places.act(`/v1/jobs/${job_id}/collect-payment`, { method: 'cash', ...body });
    };
    const itemized = await pay({ amount: 11_000, lines: [line] });
    assert.deepEqual([itemized.invoice.total, itemized.balance], [11_000, 0]);
    assert.equal(itemized.invoice.property_id, property_id);
    const agreed = await pay({ amount: 10_000 });
    assert.deepEqual([agreed.invoice.total, agreed.balance], [10_000, 0]);
  });
});
