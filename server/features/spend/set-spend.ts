import { currencyErrors } from '../../domain/currencies.ts';
import type { FieldError } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { spendUpdated } from './events.ts';
import { findSpend, setSpendRows, toSpend } from './queries.ts';
import { SetSpendBody, Spend } from './schemas.ts';

export const setSpend = mutation({
  id: 'setSpend',
  method: 'PUT',
  path: '/v1/spend',
  tag: 'Reports',
  resource: 'spend',
  scopes: ['spend:write'],
  summary: 'Set what was spent on a source on a day',
  description:
    'Replaces the amount of that source and day. Sending the same again changes nothing.',
  body: SetSpendBody,
  responses: returns(Spend, 'What was spent.'),
  check: ({ currency, date }) => ({
    errors: [...currencyErrors('/currency', currency), ...dayErrors(date)],
  }),
  async run(tx, { body }) {
    const given = { ...body, source: body.source.trim() };
    const [changed] = await setSpendRows(tx, [given]);
    if (changed === undefined) {
      return { status: 200, body: toSpend(await findSpend(tx, given.source, given.date)) };
    }
    const { previous_amount, previous_currency } = changed;
    const previous =
      previous_amount === null || previous_currency === null
        ? null
        : { amount: previous_amount, currency: previous_currency };
    tx.emit(null, pendingEvent(spendUpdated, toSpend(changed), previous));
    return { status: 200, body: toSpend(changed) };
  },
});

/** The schema reports what is no date. */
function dayErrors(date: unknown): FieldError[] {
  if (typeof date !== 'string' || !date.startsWith('0000')) return [];
  const detail = 'The year 0 is too early. Send the day as 2027-03-01.';
  return [{ pointer: '/date', code: 'out_of_range', detail }];
}
