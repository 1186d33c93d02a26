import Type, { type Static } from 'typebox';
import { closedObject, commaList } from '../../platform/http/fields.ts';
import { DEFAULT_RANGE_DAYS, MAX_RANGE_DAYS, PERIODS, type PeriodLength } from './date-range.ts';

function date(description: string, example: string) {
  return Type.String({ format: 'date', description, examples: [example] });
}

function count(description: string, example: number) {
  return Type.Integer({ minimum: 0, description, examples: [example] });
}

function nullableNumber(description: string, example: number) {
  return Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description,
    examples: [example, null],
  });
}

/** Query parameters of every report. */
const rangeQuery = {
  from: Type.Optional(
    date(
      `First day of the report, in the organization’s time zone. By default the report covers ${DEFAULT_RANGE_DAYS} days, including \`to\`; at most ${MAX_RANGE_DAYS}.`,
      '2027-02-01',
    ),
  ),
  to: Type.Optional(
    date('Last day of the report, in the organization’s time zone. Default: today.', '2027-02-28'),
  ),
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

export const FunnelQuery = Type.Object(
  { ...rangeQuery, period: Type.Optional({ ...periodLength, default: 'month' }) },
  { additionalProperties: false },
);

export const SpeedToLeadQuery = Type.Object(rangeQuery, { additionalProperties: false });

const rangeFields = {
  from: date('First day of the report.', '2027-02-01'),
  to: date('Last day of the report.', '2027-02-28'),
  time_zone: Type.String({
    description: 'Time zone of the organization. Days begin and end in this time zone.',
    examples: ['America/Los_Angeles'],
  }),
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
          starts_on: date(
            'First day of the period. The first period starts with the report.',
            '2027-02-01',
          ),
          ends_on: date(
            'Last day of the period. The last period ends with the report.',
            '2027-02-28',
          ),
          source: Type.String({
            description: 'Source of the leads.',
            examples: ['web_form'],
          }),
          ...stages,
        },
        {
          additionalProperties: false,
          title: 'FunnelRow',
          description: 'The leads of one period from one source.',
        },
      ),
      {
        description: 'One row per period and source with leads, sorted by period, then by source.',
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

export const SpeedToLead = closedObject(
  'SpeedToLead',
  'How soon the leads captured in a date range were first contacted, and first answered automatically.',
  {
    ...rangeFields,
    ...speed,
    by_source: Type.Array(
      Type.Object(
        {
          source: Type.String({
            description: 'Source of the leads.',
            examples: ['web_form'],
          }),
          ...speed,
        },
        {
          additionalProperties: false,
          title: 'SpeedToLeadOfSource',
          description: 'The same figures for the leads from one source.',
        },
      ),
      { description: 'The same figures per source, for each source with leads.' },
    ),
  },
);
