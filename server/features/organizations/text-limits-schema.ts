import Type, { type Static } from 'typebox';

function most(per: string, maximum: number, preset: number) {
  return Type.Integer({
    minimum: 1,
    maximum,
    description: `The most texts ${per}. Default ${preset}.`,
    examples: [preset],
  });
}

const perHour = most('in any hour', 100_000, 200);
const perDay = most('in any 24 hours', 100_000, 1000);
const perNumberPerHour = most('to one number in any hour', 1000, 10);
const perNumberPerDay = most('to one number in any 24 hours', 1000, 30);

const countries = {
  items: { type: 'string', pattern: '^[A-Z]{2}$' },
  minItems: 1,
  maxItems: 250,
  description:
    'ISO 3166 codes of the countries that texts can be sent to. Default: the organization’s own country.',
  examples: [['US', 'CA']],
};

export const TextLimits = Type.Object(
  {
    countries: Type.Unsafe<string[]>({ type: 'array', ...countries }),
    per_hour: perHour,
    per_day: perDay,
    per_number_per_hour: perNumberPerHour,
    per_number_per_day: perNumberPerDay,
  },
  {
    additionalProperties: false,
    title: 'TextLimits',
    description:
      'Which texts are sent, and how many. A text beyond a limit is `not_sent`, with `country_not_allowed` or `sending_limit_reached` as the reason.',
  },
);
export type TextLimits = Static<typeof TextLimits>;

export const TextLimitsChange = Type.Object(
  {
    countries: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        ...countries,
        description: `${countries.description} Null for the default.`,
      }),
    ),
    per_hour: Type.Optional(perHour),
    per_day: Type.Optional(perDay),
    per_number_per_hour: Type.Optional(perNumberPerHour),
    per_number_per_day: Type.Optional(perNumberPerDay),
  },
  {
    additionalProperties: false,
    title: 'TextLimitsChange',
    description: 'Which texts are sent, and how many; fields you leave out stay unchanged.',
    examples: [{ countries: ['US', 'CA'] }],
  },
);
export type TextLimitsChange = Static<typeof TextLimitsChange>;
