import { describe, it } from 'node:test';
import { assertDayOfBooking } from '../../testing/booking-day.ts';
import { sharedService } from '../../testing/fixtures.ts';

describe('a day of booking, rescheduling, holding, booking holds and canceling on 32 connections', () => {
  const service = sharedService();

  it('never books a user twice at the same time, and its events match the final state', async () => {
    await assertDayOfBooking(service, 500);
  });
});
