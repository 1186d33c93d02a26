import Type, { type Static } from 'typebox';
import { CHANNELS, type Channel } from '../../domain/consent.ts';
import { requiredText, TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const name = requiredText(
  'name',
  'Internal name of the form. Visitors do not see it; events show it as the actor.',
  'Website, contact page',
);
const title = requiredText('title', 'Heading of the page.', 'Ask Alder Heating & Air');
const intro = field.nullable({
  maxLength: 2000,
  description: 'Text below the heading; null for none.',
  examples: ['Tell us what is wrong, and we call you back within the hour.'],
});
const source = {
  pattern: field.NOT_BLANK,
  maxLength: TEXT_LIMITS.source,
  description: 'The `source` of leads captured by this form.',
  examples: ['web_form'],
};

const Service = Type.Object(
  {
    code: Type.String({
      pattern: field.CODE_FORM,
      description: 'Code of the service; becomes the `service_needed` of the lead.',
      examples: ['water_heater_repair'],
    }),
    label: requiredText('title', 'Name of the service that visitors see.', 'Water heater repair'),
  },
  { additionalProperties: false, description: 'A service that visitors can choose.' },
);
export type Service = Static<typeof Service>;

export const MAX_SERVICES = 50;

const services = Type.Array(Service, {
  minItems: 1,
  maxItems: MAX_SERVICES,
  description:
    'Services that visitors can choose, in the order shown. A form with a single service shows no choice.',
  examples: [[{ code: 'water_heater_repair', label: 'Water heater repair' }]],
});

/** The consent that a visitor can give with the checkbox. */
export interface FormConsent {
  text: string;
  channels: Channel[];
}

// A list of types instead of a union, so the serializer does not try each branch.
const consentOptions = {
  type: ['object', 'null'],
  title: 'FormConsent',
  additionalProperties: false,
  required: ['text', 'channels'],
  properties: {
    text: Type.String({
      pattern: field.NOT_BLANK,
      maxLength: 2000,
      description: 'Text beside the checkbox; it is stored with the consent.',
      examples: ['Text me about my request. Reply STOP to end.'],
    }),
    channels: Type.Array(
      Type.Unsafe<Channel>({
        type: 'string',
        enum: [...CHANNELS],
        description: 'A channel.',
        examples: ['sms'],
      }),
      {
        minItems: 1,
        maxItems: CHANNELS.length,
        description: 'Channels for which the checked box grants consent.',
        examples: [['sms', 'call']],
      },
    ),
  },
  description:
    'The consent checkbox; null if the form does not ask for consent. Without consent a lead gets no automatic text.',
  examples: [{ text: 'Text me about my request. Reply STOP to end.', channels: ['sms'] }],
};
const consent = Type.Unsafe<FormConsent | null>(consentOptions);

const thankYou = Type.String({
  pattern: field.NOT_BLANK,
  maxLength: 2000,
  description: 'Text that visitors see after they send the form.',
  examples: ['Thank you. We will call you back within the hour.'],
});
const redirectUrl = field.nullable(
  textField(
    'url',
    'An http or https address that visitors go to after they send the form; null for the thank-you page.',
    'https://alder.example.com/thanks',
  ),
);
const enabled = Type.Boolean({
  description: 'Whether the form is online. The page of a disabled form returns 404.',
  examples: [true],
});

export const CreateFormBody = field.closedObject(
  'CreateForm',
  'A form needs a `name`, a `title` and its `services`.',
  {
    name,
    title,
    intro: Type.Optional(intro),
    source: Type.Optional(
      Type.String({ ...source, description: `${source.description} Default \`web_form\`.` }),
    ),
    services,
    consent: Type.Optional(
      Type.Unsafe<FormConsent | null>({
        ...consentOptions,
        description: `${consentOptions.description} Default: a checkbox for texts.`,
      }),
    ),
    thank_you: Type.Optional(thankYou),
    redirect_url: Type.Optional(redirectUrl),
    enabled: Type.Optional(enabled),
  },
  {
    example: {
      name: 'Website, contact page',
      title: 'Ask Alder Heating & Air',
      intro: 'Tell us what is wrong, and we call you back within the hour.',
      services: [
        { code: 'water_heater_repair', label: 'Water heater repair' },
        { code: 'ac_repair', label: 'AC repair' },
      ],
    },
  },
);
export type CreateFormBody = Static<typeof CreateFormBody>;

export const FormPreview = field.closedObject(
  'FormPreview',
  'The pages that visitors would see. Nothing can be sent from them.',
  {
    page_html: Type.String({
      description: 'The page with the form.',
      examples: ['<!doctype html>…'],
    }),
    thanks_html: Type.String({
      description: 'The page after a visitor sent the form.',
      examples: ['<!doctype html>…'],
    }),
  },
);

export const UpdateFormBody = field.closedObject(
  'UpdateForm',
  'The fields to change. Null clears a field; fields that you leave out stay unchanged.',
  {
    name: Type.Optional(name),
    title: Type.Optional(title),
    intro: Type.Optional(intro),
    source: Type.Optional(Type.String(source)),
    services: Type.Optional(services),
    consent: Type.Optional(consent),
    thank_you: Type.Optional(thankYou),
    redirect_url: Type.Optional(redirectUrl),
    enabled: Type.Optional(enabled),
  },
  { example: { thank_you: 'Thank you. We will call you back within the hour.', enabled: true } },
);

export const Form = field.closedObject(
  'Form',
  'A hosted form: a public page that captures leads.',
  {
    form_id: field.id('form', 'Id of the form.'),
    form_key: Type.String({
      description: 'Key of the form in its public address; it never changes.',
      examples: ['7m2k9x4c0p8t5w1z6b3d7f2h4j'],
    }),
    name,
    title,
    intro,
    source: Type.String(source),
    services,
    consent,
    thank_you: thankYou,
    redirect_url: redirectUrl,
    enabled,
    url: Type.String({
      description: 'Address of the page, to link to.',
      examples: ['https://intake.example.com/f/7m2k9x4c0p8t5w1z6b3d7f2h4j'],
    }),
    embed_html: Type.String({
      description: 'HTML that shows the form inside your own page, in an iframe.',
      examples: ['<iframe src="https://intake.example.com/f/7m2k9x4c0p8t5w1z6b3d7f2h4j"></iframe>'],
    }),
    form_html: Type.String({
      description:
        'The form as plain HTML in the language of your organization, to paste into your own page and style there.',
      examples: [
        '<form action="https://intake.example.com/f/7m2k9x4c0p8t5w1z6b3d7f2h4j" method="post">…</form>',
      ],
    }),
    ...field.timestamps,
  },
);
export type Form = Static<typeof Form>;
