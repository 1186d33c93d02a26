import { describe, it } from 'node:test';
import { assertDayOfBooking } from '../../testing/booking-day.ts';
import { sharedService } from '../../testing/fixtures.ts';

describe('a day of booking, moving, holding, taking over and canceling on 32 connections', () => {
  const service = sharedService();

  it('leaves nobody in two places at once, and a log that tells how it came about', async () => {
    await assertDayOfBooking(service, 500);
  });
});
