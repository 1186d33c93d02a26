import Type, { type Static } from 'typebox';
import { brandColor } from '../../domain/brand-color.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { requiredText, TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

export const MAX_SERVICES = 50;

const name = requiredText(
  'name',
  'Internal name of the page. Visitors do not see it; events show it as the actor.',
  'Website',
);
const title = requiredText('title', 'Heading of the page.', 'Book a visit');
const services = Type.Array(
  Type.String({
    pattern: field.CODE_FORM,
    description: 'Code of a service.',
    examples: ['water_heater_repair'],
  }),
  {
    minItems: 1,
    maxItems: MAX_SERVICES,
    description:
      'Codes of the services to offer, in the order shown. Visitors see those that are active and `online`.',
    examples: [['water_heater_repair']],
  },
);
const source = {
  pattern: field.NOT_BLANK,
  maxLength: TEXT_LIMITS.source,
  description: 'The `source` of leads that come from this page.',
  examples: ['booking_page'],
};
const Brand = field.closedObject('Brand', 'How the page looks.', {
  color: Type.Optional(field.nullable(brandColor)),
  logo_url: Type.Optional(
    field.nullable(
      textField('url', 'The https address of a picture.', 'https://alder.example.com/logo.png'),
    ),
  ),
});
const languages = Type.Array(
  Type.Unsafe<Language>({
    type: 'string',
    enum: [...LANGUAGES],
    description: 'A language.',
    examples: ['en'],
  }),
  {
    minItems: 1,
    maxItems: LANGUAGES.length,
    description: 'Languages that visitors can choose.',
    examples: [['en', 'es']],
  },
);
const thankYou = field.nullable({
  maxLength: 2000,
  description: 'Text on the last page; null for a ready one in the language of the visitor.',
  examples: ['Thank you. See you soon.'],
});
const redirectUrl = field.nullable(
  textField(
    'url',
    'An http or https address that visitors go to at the end; null for the page with the summary.',
    'https://alder.example.com/thanks',
  ),
);
const active = Type.Boolean({
  description: 'Whether the page is online. The page returns 404 otherwise.',
  examples: [true],
});

const optionalFields = {
  brand: Type.Optional(Brand),
  languages: Type.Optional(languages),
  thank_you: Type.Optional(thankYou),
  redirect_url: Type.Optional(redirectUrl),
  active: Type.Optional(active),
};

export const CreateBookingPageBody = field.closedObject(
  'CreateBookingPage',
  'A booking page needs a `name`, a `title` and its `services`.',
  {
    name,
    title,
    services,
    source: Type.Optional(
      Type.String({ ...source, description: `${source.description} Default \`booking_page\`.` }),
    ),
    ...optionalFields,
  },
  {
    example: {
      name: 'Website',
      title: 'Book a visit',
      services: ['water_heater_repair'],
      brand: { color: '#0b5cad' },
    },
  },
);
export type CreateBookingPageBody = Static<typeof CreateBookingPageBody>;

export const UpdateBookingPageBody = field.closedObject(
  'UpdateBookingPage',
  'The fields to change. Null clears a field; fields that you leave out stay unchanged.',
  {
    name: Type.Optional(name),
    title: Type.Optional(title),
    services: Type.Optional(services),
    source: Type.Optional(Type.String(source)),
    ...optionalFields,
  },
  { example: { title: 'Book a visit online', active: true } },
);
export type UpdateBookingPageBody = Static<typeof UpdateBookingPageBody>;

export const BookingPage = field.closedObject(
  'BookingPage',
  'A hosted page on which anyone can book a visit.',
  {
    booking_page_id: field.id('booking_page', 'Id of the page.'),
    page_key: Type.String({
      description: 'Key of the page in its public address; it never changes.',
      examples: ['7m2k9x4c0p8t5w1z6b3d7f2h4j'],
    }),
    name,
    title,
    services,
    source: Type.String(source),
    brand: Brand,
    languages,
    thank_you: thankYou,
    redirect_url: redirectUrl,
    active,
    url: Type.String({
      description: 'Address of the page, to link to.',
      examples: ['https://intake.example.com/b/7m2k9x4c0p8t5w1z6b3d7f2h4j'],
    }),
    embed_html: Type.String({
      description: 'HTML that shows the page inside your own page, in an iframe.',
      examples: ['<iframe src="https://intake.example.com/b/7m2k9x4c0p8t5w1z6b3d7f2h4j"></iframe>'],
    }),
    ...field.timestamps,
  },
);
export type BookingPage = Static<typeof BookingPage>;
