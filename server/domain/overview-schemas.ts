import Type, { type Static } from 'typebox';
import { shownWith } from '../platform/auth/hidden-fields.ts';
import * as field from '../platform/http/fields.ts';

/** What lists say about a lead, a customer or a job in addition: when someone comes next, and what is owed. */

export const NextVisit = Type.Object(
  {
    appointment_id: field.id('appointment', 'Id of the appointment.'),
    starts_at: field.localTime('When it starts, in the time zone of its user.'),
    ends_at: field.localTime('When it ends.'),
    assigned_to: field.nullable({ description: 'Id of its user.', examples: [null] }),
    assignee_name: field.nullable({ description: 'Name of its user.', examples: ['Rosa Delgado'] }),
  },
  { additionalProperties: false, title: 'NextVisit' },
);
export type NextVisit = Static<typeof NextVisit>;

export const Balance = field.closedObject('Balance', 'What a person owes in one currency.', {
  currency: Type.String({ description: 'Currency, as in ISO 4217.', examples: ['USD'] }),
  amount: Type.Integer({
    description: 'The unpaid part of all sent invoices, in minor units.',
    examples: [12_500],
  }),
});
export type Balance = Static<typeof Balance>;

export const nextVisit = Type.Optional(
  Type.Unsafe<NextVisit | null>({
    ...NextVisit,
    type: ['object', 'null'],
    description:
      'Only in lists: the next visit that is booked or under way; null if there is none.',
    examples: [null],
    ...shownWith(['appointments:read']),
  }),
);

export const balance = Type.Optional(
  Type.Array(Balance, {
    description: 'Only in lists: what is owed, by currency.',
    ...shownWith(['invoices:read']),
  }),
);

export interface Overview {
  next_visit: NextVisit | null;
  balance: Balance[];
}
