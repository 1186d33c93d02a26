import Type, { type Static } from 'typebox';
import { CURRENCY_FORM } from '../../domain/currencies.ts';
import type { Language } from '../../domain/languages.ts';
import { requiredText } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

export const MAX_QUESTIONS = 10;
export const MAX_CHOICES = 12;
const MAX_CHOICE_LENGTH = 50;
const MAX_SKILLS = 20;
const MAX_AMOUNT = 1_000_000_000;

const code = Type.String({
  pattern: field.CODE_FORM,
  description: 'Code of the service, as leads have it in `service_needed`. It cannot be changed.',
  examples: ['water_heater_repair'],
});
const name = requiredText(
  'name',
  'Name of the service, as customers read it.',
  'Water heater repair',
);
const nameIn = requiredText('name', 'The name in this language.', 'Reparación de calentadores');
const names = field.closedObject('ServiceNames', 'The name in other languages.', {
  en: Type.Optional(nameIn),
  es: Type.Optional(nameIn),
  fr: Type.Optional(nameIn),
  de: Type.Optional(nameIn),
  pt: Type.Optional(nameIn),
} satisfies Record<Language, unknown>);
const duration = Type.Integer({
  minimum: 5,
  maximum: 1440,
  description: 'How long a visit takes, in minutes.',
  examples: [90],
});
const skills = Type.Array(
  Type.String({
    pattern: field.CODE_FORM,
    description: 'Code of a skill of users.',
    examples: ['water_heater_repair'],
  }),
  {
    maxItems: MAX_SKILLS,
    description: 'Skills that a user needs, all of them.',
    examples: [['water_heater_repair']],
  },
);
const buffer = field.nullableInteger({
  minimum: 0,
  maximum: 480,
  description: 'Minutes to keep free after a visit; null for the organization’s setting.',
  examples: [30],
});
const crewSize = Type.Integer({
  minimum: 1,
  maximum: 20,
  description: 'How many users a visit needs.',
  examples: [1],
});
const online = Type.Boolean({
  description: 'Whether customers can book it by themselves.',
  examples: [true],
});
const active = Type.Boolean({
  description: 'Whether your organization still offers the service.',
  examples: [true],
});

const amount = { minimum: 0, maximum: MAX_AMOUNT };

export const PriceHint = field.closedObject(
  'PriceHint',
  'What customers are told about the price.',
  {
    kind: Type.Unsafe<'free' | 'from' | 'fixed'>({
      type: 'string',
      enum: ['free', 'from', 'fixed'],
      description: 'Whether the visit is free, costs at least the amount, or exactly the amount.',
      examples: ['from'],
    }),
    amount: Type.Optional(
      Type.Integer({
        ...amount,
        description: 'Amount in minor units of the currency, such as cents.',
        examples: [8_900],
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: CURRENCY_FORM,
        description: 'Currency of the amount, ISO 4217. Default: the organization’s.',
        examples: ['USD'],
      }),
    ),
  },
);
export type PriceHint = Static<typeof PriceHint>;

export const Deposit = field.closedObject(
  'ServiceDeposit',
  'What is to be paid in advance: either an `amount` or a `percent`.',
  {
    amount: Type.Optional(
      Type.Integer({
        ...amount,
        minimum: 1,
        description: 'Amount in minor units of the organization’s currency, such as cents.',
        examples: [5_000],
      }),
    ),
    percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Percentage of the price.',
        examples: [20],
      }),
    ),
  },
);
export type Deposit = Static<typeof Deposit>;

export const Question = field.closedObject(
  'ServiceQuestion',
  'What to ask the customer before a visit.',
  {
    key: Type.String({
      pattern: field.CODE_FORM,
      description: 'Key of the answer, unique within the service.',
      examples: ['fuel'],
    }),
    label: requiredText('title', 'The question, as customers read it.', 'Gas or electric?'),
    kind: Type.Unsafe<'text' | 'choice' | 'yes_no'>({
      type: 'string',
      enum: ['text', 'choice', 'yes_no'],
      description: 'How it is answered. A `choice` has `choices`.',
      examples: ['choice'],
    }),
    choices: Type.Optional(
      Type.Array(
        Type.String({
          pattern: field.NOT_BLANK,
          maxLength: MAX_CHOICE_LENGTH,
          description: 'A possible answer.',
          examples: ['Gas'],
        }),
        {
          minItems: 1,
          maxItems: MAX_CHOICES,
          description: 'The possible answers of a `choice`.',
          examples: [['Gas', 'Electric']],
        },
      ),
    ),
    required: Type.Boolean({
      description: 'Whether it has to be answered.',
      examples: [true],
    }),
  },
);
export type Question = Static<typeof Question>;

const questions = Type.Array(Question, {
  maxItems: MAX_QUESTIONS,
  description: 'Questions to ask before a visit.',
});
const nullablePriceHint = Type.Unsafe<PriceHint | null>({ ...PriceHint, type: ['object', 'null'] });
const nullableDeposit = Type.Unsafe<Deposit | null>({ ...Deposit, type: ['object', 'null'] });

const optionalFields = {
  names: Type.Optional(names),
  skills: Type.Optional(skills),
  buffer_minutes: Type.Optional(buffer),
  price_hint: Type.Optional(nullablePriceHint),
  deposit: Type.Optional(nullableDeposit),
  crew_size: Type.Optional(crewSize),
  online: Type.Optional(online),
  questions: Type.Optional(questions),
  active: Type.Optional(active),
};

export const CreateServiceBody = field.closedObject(
  'CreateService',
  'A service needs a `code`, a `name` and a `duration_minutes`.',
  { code, name, duration_minutes: duration, ...optionalFields },
  {
    example: {
      code: 'water_heater_repair',
      name: 'Water heater repair',
      names: { es: 'Reparación de calentadores' },
      duration_minutes: 90,
      skills: ['water_heater_repair'],
      price_hint: { kind: 'from', amount: 8_900, currency: 'USD' },
      online: true,
      questions: [
        {
          key: 'fuel',
          label: 'Gas or electric?',
          kind: 'choice',
          choices: ['Gas', 'Electric'],
          required: true,
        },
      ],
    },
  },
);
export type CreateServiceBody = Static<typeof CreateServiceBody>;

export const UpdateServiceBody = field.closedObject(
  'UpdateService',
  'The fields to change; fields you leave out stay unchanged. Lists and objects are replaced as a whole.',
  { name: Type.Optional(name), duration_minutes: Type.Optional(duration), ...optionalFields },
  { example: { duration_minutes: 120, online: false } },
);
export type UpdateServiceBody = Static<typeof UpdateServiceBody>;

export const Service = field.closedObject(
  'OfferedService',
  'Something that customers can have done, or a code of leads without a definition.',
  {
    code,
    name,
    names,
    duration_minutes: duration,
    skills,
    buffer_minutes: buffer,
    price_hint: nullablePriceHint,
    deposit: nullableDeposit,
    crew_size: crewSize,
    online,
    questions,
    active,
    defined: Type.Boolean({
      description:
        'False for a code without a definition, which takes an hour and is its own skill.',
      examples: [true],
    }),
    count: field.nullableInteger({
      description: 'Without a definition: how many of the newest 100,000 leads have it.',
      examples: [null],
    }),
    created_at: field.nullableTime('When it was defined; null without a definition.'),
    updated_at: field.nullableTime('When it last changed; null without a definition.'),
  },
);
export type Service = Static<typeof Service>;
