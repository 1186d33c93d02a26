import Type, { type Static } from 'typebox';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import { closedObject, commaList, nullable } from '../../platform/http/fields.ts';
import { DEFAULT_RANGE_DAYS, MAX_RANGE_DAYS, PERIODS, type PeriodLength } from './date-range.ts';

function date(description: string, example: string) {
  return Type.String({ format: 'date', description, examples: [example] });
}

export function count(description: string, example: number) {
  return Type.Integer({ minimum: 0, description, examples: [example] });
}

export function nullableNumber(description: string, example: number) {
  return Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description,
    examples: [example, null],
  });
}

/** Query parameters of every report. */
export const dateQuery = {
  from: Type.Optional(
    date(
      `First day of the report, in the organization’s time zone. By default the report covers ${DEFAULT_RANGE_DAYS} days, including \`to\`; at most ${MAX_RANGE_DAYS}.`,
      '2027-02-01',
    ),
  ),
  to: Type.Optional(
    date('Last day of the report, in the organization’s time zone. Default: today.', '2027-02-28'),
  ),
};

const rangeQuery = {
  ...dateQuery,
  source: commaList(null, {
    maxLength: 1000,
    description: 'Only leads from one of these sources.',
    example: 'web_form,phone',
  }),
};

const periodLength = Type.Unsafe<PeriodLength>({
  type: 'string',
  enum: [...PERIODS],
  description: 'Length of a period. A week begins on Monday.',
  examples: ['month'],
});

const period = Type.Optional({ ...periodLength, default: 'month' });

function groupedBy<By extends string>(values: readonly By[], description: string) {
  return Type.Optional(
    Type.Unsafe<By>({ type: 'string', enum: [...values], description, examples: [values.at(-1)] }),
  );
}

export const FunnelQuery = Type.Object(
  {
    ...rangeQuery,
    period,
    by: groupedBy(
      ['source', 'assignee'],
      'What rows are for: a source (default), or the user that leads are assigned to now.',
    ),
  },
  { additionalProperties: false },
);

export const SpeedToLeadQuery = Type.Object(
  {
    ...rangeQuery,
    period: Type.Optional({ ...periodLength, description: 'Adds `by_period`.' }),
    by: groupedBy(
      ['assignee', 'first_contact'],
      'Adds `by_user`: by the user that a lead is assigned to now, or by the user who made the first contact.',
    ),
  },
  { additionalProperties: false },
);

export const RevenueQuery = Type.Object(
  {
    ...dateQuery,
    period,
    by: groupedBy(
      ['source', 'assignee'],
      'One row per source of the lead, or per user that the job is assigned to now.',
    ),
  },
  { additionalProperties: false },
);

export const UtilizationQuery = Type.Object(
  { ...dateQuery, period },
  { additionalProperties: false },
);

export const rangeFields = {
  from: date('First day of the report.', '2027-02-01'),
  to: date('Last day of the report.', '2027-02-28'),
  time_zone: Type.String({
    description: 'Time zone of the organization. Days begin and end in this time zone.',
    examples: ['America/Los_Angeles'],
  }),
};

const periodFields = {
  starts_on: date(
    'First day of the period. The first period starts with the report.',
    '2027-02-01',
  ),
  ends_on: date('Last day of the period. The last period ends with the report.', '2027-02-28'),
};

/** Only in rows per source, per user or per period. */
const source = Type.Optional(
  Type.String({ description: 'Source of the leads.', examples: ['web_form'] }),
);
const userOfRow = {
  user_id: nullable({ description: 'Id of the user; null for none.', examples: [null] }),
  user_name: nullable({
    description: 'Name of the user.',
    examples: ['Rosa Delgado'],
    ...shownWith(['users:read']),
  }),
};
const optionalUser = {
  user_id: Type.Optional(userOfRow.user_id),
  user_name: Type.Optional(userOfRow.user_name),
};
const optionalPeriod = {
  starts_on: Type.Optional(periodFields.starts_on),
  ends_on: Type.Optional(periodFields.ends_on),
};

const stages = {
  captured: count('Number of leads captured.', 40),
  qualified: count('Number of captured leads that were qualified and not disqualified since.', 31),
  booked: count('Number of captured leads that had an appointment booked.', 22),
  converted: count('Number of captured leads that were converted to a customer.', 18),
  sold: count('Number of captured leads that had a job created.', 15),
  paid: count('Number of captured leads that paid an invoice.', 12),
};

const Stages = closedObject(
  'FunnelStages',
  'How many of the captured leads have reached each stage so far.',
  stages,
);
export type Stages = Static<typeof Stages>;

export const Funnel = closedObject(
  'Funnel',
  'How many of the leads captured in a date range have reached each stage so far.',
  {
    ...rangeFields,
    period: periodLength,
    data: Type.Array(
      Type.Object(
        {
          ...periodFields,
          source,
          ...optionalUser,
          ...stages,
        },
        {
          additionalProperties: false,
          title: 'FunnelRow',
          description: 'The leads of one period, from one source or of one user.',
        },
      ),
      {
        description: 'One row per period and source or user with leads, in this order.',
      },
    ),
    totals: Stages,
  },
);

const speed = {
  captured: count('Number of leads captured.', 40),
  contacted: count('Number of captured leads that a person contacted.', 36),
  median_seconds: nullableNumber(
    'Median time from capture to first contact, in seconds; null if no lead was contacted.',
    192.5,
  ),
  p90_seconds: nullableNumber(
    '90th percentile of the time from capture to first contact, in seconds; null if no lead was contacted.',
    1310,
  ),
  within_5_minutes: count('Number of leads contacted at most 300 seconds after capture.', 28),
  share_within_5_minutes: nullableNumber(
    '`within_5_minutes` as a share of `captured`, from 0 to 1; null if no lead was captured.',
    0.7,
  ),
  response: Type.Object(
    {
      responded: count('Number of captured leads that got an automatic message.', 38),
      median_seconds: nullableNumber(
        'Median time from capture to that message, in seconds; null if there was none.',
        8.2,
      ),
      p90_seconds: nullableNumber(
        '90th percentile of that time, in seconds; null if there was no message.',
        31,
      ),
      within_5_minutes: count('Number of leads with such a message within 300 seconds.', 37),
      share_within_5_minutes: nullableNumber(
        '`within_5_minutes` as a share of `captured`, from 0 to 1; null if no lead was captured.',
        0.925,
      ),
    },
    {
      additionalProperties: false,
      description:
        'The first automatic message, by a playbook or a follow-up, before a person contacted the lead.',
    },
  ),
};

const Speed = Type.Object(speed, { additionalProperties: false });
export type Speed = Static<typeof Speed>;

const SpeedRow = Type.Object(
  { ...optionalPeriod, source, ...optionalUser, ...speed },
  {
    additionalProperties: false,
    title: 'SpeedToLeadRow',
    description: 'The same figures for a part of the leads.',
  },
);

export const SpeedToLead = closedObject(
  'SpeedToLead',
  'How soon the leads captured in a date range were first contacted, and first answered automatically.',
  {
    ...rangeFields,
    ...speed,
    by_source: Type.Array(SpeedRow, {
      description: 'The same figures per source, for each source with leads.',
    }),
    by_user: Type.Optional(
      Type.Array(SpeedRow, {
        description:
          'The same figures per user, if you send `by`. Leads of no user, or not contacted yet, are last.',
      }),
    ),
    by_period: Type.Optional(
      Type.Array(SpeedRow, {
        description: 'The same figures per period with leads, if you send `period`.',
      }),
    ),
  },
);

const RevenueRow = Type.Object(
  {
    ...optionalPeriod,
    source,
    ...optionalUser,
    currency: Type.String({ description: 'Currency of the amounts.', examples: ['USD'] }),
    invoiced: count('Total of the invoices sent in the period that are not void.', 129_900),
    outstanding: count('What of `invoiced` is unpaid now.', 24_900),
    paid: count('Payments received in the period, for any invoice.', 105_000),
    refunded: count('Refunds recorded in the period.', 0),
  },
  {
    additionalProperties: false,
    title: 'RevenueRow',
    description: 'Sums in minor units of one currency.',
  },
);

export const Revenue = closedObject('Revenue', 'What was invoiced and paid in a date range.', {
  ...rangeFields,
  period: periodLength,
  data: Type.Array(RevenueRow, {
    description:
      'One row per period and currency with amounts, and per source or user if you send `by`.',
  }),
  totals: Type.Array(RevenueRow, { description: 'One row per currency.' }),
});

const UtilizationRow = Type.Object(
  {
    ...optionalPeriod,
    ...optionalUser,
    shift_minutes: count('Working time without time off, in minutes.', 9_600),
    scheduled_minutes: count('Time of visits, also outside the working time, in minutes.', 5_400),
    utilisation: nullableNumber(
      'The share of the working time that is scheduled, from 0 to 1; null without working time.',
      0.5313,
    ),
  },
  {
    additionalProperties: false,
    title: 'UtilizationRow',
    description: 'How much of the working time is scheduled.',
  },
);

export const Utilization = closedObject('Utilization', 'How full the calendars are.', {
  ...rangeFields,
  period: periodLength,
  data: Type.Array(UtilizationRow, { description: 'One row per period and user, by name.' }),
  by_user: Type.Array(UtilizationRow, { description: 'Each user over the whole date range.' }),
  totals: UtilizationRow,
  has_more: Type.Boolean({
    description: 'Whether there are more users than the 200 that are shown.',
    examples: [false],
  }),
});
