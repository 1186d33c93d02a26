import Type from 'typebox';
import { closedObject, nullableInteger } from '../../platform/http/fields.ts';
import { count, dateQuery, nullableNumber, rangeFields } from './schemas.ts';

export const SourcesReportQuery = Type.Object(dateQuery, { additionalProperties: false });

const counts = {
  leads: count('Leads captured in the range.', 42),
  qualified: count('Of those, qualified.', 38),
  booked: count('Of those, with a visit booked so far.', 21),
  sold: count('Of those, with a job sold so far.', 11),
};
const SourceCounts = closedObject('SourceCounts', 'Leads, and how far they came.', counts);

const amount = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
const cost = (of: string, example: number) =>
  nullableInteger({
    description: `Spend per ${of}; null without either.`,
    examples: [example],
  });

const SourceMoney = closedObject('SourceMoney', 'Sums in one currency, in minor units.', {
  currency: Type.String({ description: 'Currency, ISO 4217.', examples: ['USD'] }),
  revenue: amount('What the leads paid so far, without refunds.', 845_000),
  revenue_new: amount('Of that, by new customers.', 645_000),
  revenue_returning: amount('Of that, by returning customers.', 200_000),
  spend: amount('What was spent in the range.', 125_500),
  cost_per_lead: cost('lead', 2_988),
  cost_per_booking: cost('booked lead', 5_976),
  cost_per_sale: cost('sold lead', 11_409),
  return: nullableNumber('Revenue divided by spend; null without spend.', 6.73),
});

const figures = {
  ...counts,
  new: SourceCounts,
  returning: SourceCounts,
  money: Type.Array(SourceMoney, { description: 'One entry per currency.' }),
};

export const SourcesReport = closedObject('SourcesReport', 'What each source brought and cost.', {
  ...rangeFields,
  data: Type.Array(
    closedObject('SourcesReportRow', 'Figures of one source.', {
      source: Type.String({ description: 'The source.', examples: ['google_ads'] }),
      ...figures,
    }),
    { description: 'One row per source with leads or spend in the range, by name.' },
  ),
  totals: Type.Object(figures, {
    additionalProperties: false,
    description: 'Figures of all sources together.',
  }),
});
