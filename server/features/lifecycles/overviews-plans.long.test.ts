import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { TUESDAY_9 } from '../../testing/office.ts';
import { genericPlan, multiplyRow } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { nextVisitsOf } from '../appointments/index.ts';
import { balancesOf } from '../invoices/index.ts';

describe('the next visits and balances of many', () => {
  const service = sharedService();
  let books: Bookkeeping;
  before(async () => {
    books = await Bookkeeping.open(service);
    const { body: lifecycle } = await books.api.get(`/v1/lifecycles/${books.job.lifecycle_number}`);
    const { body: visit } = await books.api.post('/v1/appointments', {
      lead_id: lifecycle.lead.lead_id,
      starts_at: TUESDAY_9,
    });
    const { invoice_id } = await books.sent();
    await multiplyRow(
      service,
      {
        table: 'appointments',
        key: 'appointment_id',
        id: uuidFrom('appointment', visit.appointment_id),
      },
      `'lifecycle_number', (n % 400)::text, 'job_id', md5((n % 400)::text)::uuid,
       'status', case when n % 20 > 0 then 'completed' else 'booked' end`,
    );
    await multiplyRow(
      service,
      { table: 'invoices', key: 'invoice_id', id: uuidFrom('invoice', invoice_id) },
      `'number', n::text, 'lifecycle_number', (n % 400)::text,
       'status', case when n % 20 > 0 then 'paid' else 'sent' end,
       'paid', case when n % 20 > 0 then r.total else 0 end,
       'paid_at', case when n % 20 > 0 then now() end`,
    );
  });

  it('are read from indexes that have only what is ahead or owed', async () => {
    const numbers = ['1', '2'];
    const ofNumbers = await genericPlan(service, books, (tx) =>
      nextVisitsOf(tx, 'lifecycle_number', numbers),
    );
    assert.match(ofNumbers, /using appointments_ahead on appointments/, ofNumbers);
    const jobs = ['01900000-0000-7000-8000-000000000000'];
    const ofJobs = await genericPlan(service, books, (tx) => nextVisitsOf(tx, 'job_id', jobs));
    assert.match(ofJobs, /using appointments_ahead_by_job on appointments/, ofJobs);
    const balances = await genericPlan(service, books, (tx) => balancesOf(tx, numbers));
    assert.match(balances, /invoices_owed_by_lifecycle/, balances);
  });
});
