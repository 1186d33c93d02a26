import { makeResource } from '../../../server/testing/builders.ts';
import { created } from '../../../server/testing/created.ts';
import type { TestOrganization, TestService } from '../../../server/testing/harness.ts';
import { addVisits, busyCompany } from '../busy-company.ts';
import type { Ids } from '../screens.ts';

/** A Monday, as on the stand. */
const TODAY = '2027-03-01';

/** Also of things in a state in which they ask something. */
export interface DialogIds extends Ids {
  /** In progress, with a visit that is booked. */
  startedJob: string;
  warrantyJob: string;
  sentInvoice: string;
  paidInvoice: string;
  sentEstimate: string;
  /** Has a visit tomorrow. */
  bookedUser: string;
}

/** A company in which every dialog can be opened. */
export async function dialogCompany(
  service: TestService,
): Promise<{ organization: TestOrganization; ids: DialogIds }> {
  const { organization, ids } = await busyCompany(service);
  const { api } = organization;
  await addPlace(organization, ids.number);
  const startedJob = await makeResource('job', service, organization);
  await api.post(`/v1/jobs/${startedJob}/start`);
  const visit = { job_id: startedJob, starts_at: `${TODAY}T16:00:00-08:00` };
  await created(api.post('/v1/appointments', visit));
  const sentInvoice = await makeResource('invoice', service, organization);
  await api.post(`/v1/invoices/${sentInvoice}/send`);
  const sentEstimate = await makeResource('estimate', service, organization);
  await api.post(`/v1/estimates/${sentEstimate}/send`);
  const booked = await makeResource('appointment', service, organization);
  const { body: claims } = await api.get('/v1/warranty-claims');
  await makeResource('payment', service, organization);
  const { body: paid } = await api.get('/v1/invoices?status=paid');
  const { body: appointment } = await api.get(`/v1/appointments/${booked}`);
  return {
    organization,
    ids: {
      ...ids,
      startedJob,
      sentInvoice,
      sentEstimate,
      warrantyJob: claims.data[0].job_id,
      paidInvoice: paid.data[0].invoice_id,
      bookedUser: appointment.assigned_to,
    },
  };
}

/** A property with a machine, of the person with this number. */
async function addPlace({ api }: TestOrganization, number: string): Promise<void> {
  const { body } = await api.get(`/v1/lifecycles/${number}`);
  const address = { line1: '1418 Alder St', city: 'Portland', region: 'OR', postal_code: '97205' };
  const property = { lead_id: body.lead.lead_id, address: { ...address, country: 'US' } };
  const { property_id } = await created(api.post('/v1/properties', property));
  await created(api.post('/v1/equipment', { property_id, kind: 'water_heater' }));
}

/** The visits of a technician today. The first is done, and is to be paid on site. */
export async function addDay(organization: TestOrganization, userId: string): Promise<void> {
  const { api } = organization;
  await addVisits(organization, userId, TODAY);
  const { lead_id } = await created(
    api.post('/v1/leads', { name: 'Jon Park', phone: '+14155550177', service_needed: 'furnace' }),
  );
  const { job_id } = await created(
    api.post('/v1/jobs', {
      lead_id,
      title: 'Replace the blower',
      assigned_to: userId,
      contract: { amount: 12_900, currency: 'USD' },
    }),
  );
  const visit = { job_id, starts_at: `${TODAY}T08:00:00-08:00`, assigned_to: userId };
  const { appointment_id } = await created(api.post('/v1/appointments', visit));
  for (const step of ['start', 'complete']) {
    await api.post(`/v1/appointments/${appointment_id}/${step}`);
  }
}
