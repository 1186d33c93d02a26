import Type, { type Static } from 'typebox';
import { closedObject } from '../../platform/http/fields.ts';
import { DEFAULT_SPAN_DAYS, LONGEST_SPAN_DAYS, PERIODS, type PeriodLength } from './span.ts';

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

/** What every report can be asked for. */
const spanQuery = {
  from: Type.Optional(
    date(
      `The first day, in the organization’s time zone. Default: ${DEFAULT_SPAN_DAYS} days together with \`to\`; at most ${LONGEST_SPAN_DAYS}.`,
      '2027-02-01',
    ),
  ),
  to: Type.Optional(
    date('The last day, in the organization’s time zone. Default: today.', '2027-02-28'),
  ),
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Only leads from this source, or from one of these, separated by commas.',
      examples: ['web_form,phone'],
    }),
  ),
};

const periodLength = Type.Unsafe<PeriodLength>({
  type: 'string',
  enum: [...PERIODS],
  description: 'How long a period is; a week begins on Monday.',
  examples: ['month'],
});

export const FunnelQuery = Type.Object(
  { ...spanQuery, period: Type.Optional({ ...periodLength, default: 'month' }) },
  { additionalProperties: false },
);

export const SpeedToLeadQuery = Type.Object(spanQuery, { additionalProperties: false });

const spanFields = {
  from: date('The first day of the report.', '2027-02-01'),
  to: date('The last day of the report.', '2027-02-28'),
  time_zone: Type.String({
    description: 'The organization’s time zone, in which days begin and end.',
    examples: ['America/Los_Angeles'],
  }),
};

const stages = {
  captured: count('Leads captured in that time.', 40),
  qualified: count('Of those: qualified, and not disqualified since.', 31),
  booked: count('Of those captured: had an appointment booked.', 22),
  converted: count('Of those captured: became a customer.', 18),
  sold: count('Of those captured: had a job made of it.', 15),
  paid: count('Of those captured: paid an invoice.', 12),
};

const Stages = closedObject(
  'FunnelStages',
  'How far the leads of a time have come until now.',
  stages,
);
export type Stages = Static<typeof Stages>;

export const Funnel = closedObject(
  'Funnel',
  'Of the leads captured in a time: how far they have come until now.',
  {
    ...spanFields,
    period: periodLength,
    data: Type.Array(
      Type.Object(
        {
          starts_on: date('The first day of the period, or of the report.', '2027-02-01'),
          ends_on: date('The last day of the period, or of the report.', '2027-02-28'),
          source: Type.String({
            description: 'Where the leads came from.',
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
      { description: 'By period, then by source; without leads there is no row.' },
    ),
    totals: Stages,
  },
);

const speed = {
  captured: count('Leads captured in that time.', 40),
  contacted: count('Of those: somebody answered.', 36),
  median_seconds: nullableNumber(
    'Half of the contacted were contacted this soon after the capture; null when nobody was.',
    192.5,
  ),
  p90_seconds: nullableNumber(
    'Nine in ten of the contacted were contacted this soon; null when nobody was.',
    1310,
  ),
  within_5_minutes: count('Contacted at most 300 seconds after the capture.', 28),
  share_within_5_minutes: nullableNumber(
    '`within_5_minutes` as a share of `captured`, from 0 to 1; null when nothing was captured.',
    0.7,
  ),
};

const Speed = Type.Object(speed, { additionalProperties: false });
export type Speed = Static<typeof Speed>;

export const SpeedToLead = closedObject(
  'SpeedToLead',
  'How soon the leads captured in a time were first contacted.',
  {
    ...spanFields,
    ...speed,
    by_source: Type.Array(
      Type.Object(
        {
          source: Type.String({
            description: 'Where the leads came from.',
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
      { description: 'The same figures by source; without leads there is no row.' },
    ),
  },
);
