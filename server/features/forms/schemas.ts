import Type, { type Static } from 'typebox';
import { CHANNELS, type Channel } from '../../domain/consent.ts';
import { requiredText, TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

const name = requiredText(
  'name',
  'What you call the form among yourselves; events name it as the actor.',
  'Website, contact page',
);
const title = requiredText('title', 'The heading of the page.', 'Ask Alder Heating & Air');
const intro = field.nullable({
  maxLength: 2000,
  description: 'Text under the heading; null for none.',
  examples: ['Tell us what is wrong, and we call you back within the hour.'],
});
const source = {
  pattern: field.NOT_BLANK,
  maxLength: TEXT_LIMITS.source,
  description: 'The `source` of the leads that come in by this form.',
  examples: ['web_form'],
};

const Service = Type.Object(
  {
    code: Type.String({
      pattern: field.CODE_FORM,
      description: 'The lead’s `service_needed`.',
      examples: ['water_heater_repair'],
    }),
    label: requiredText('title', 'What the visitor reads.', 'Water heater repair'),
  },
  { additionalProperties: false, description: 'A service that can be asked for.' },
);
export type Service = Static<typeof Service>;

export const MAX_SERVICES = 50;

const services = Type.Array(Service, {
  minItems: 1,
  maxItems: MAX_SERVICES,
  description:
    'What can be asked for, in the order shown. A form with a single service shows no choice.',
  examples: [[{ code: 'water_heater_repair', label: 'Water heater repair' }]],
});

/** What the visitor can agree to by a tick. */
export interface FormConsent {
  text: string;
  channels: Channel[];
}

// A list of types, not a union: the serializer writes it without trying each branch.
const consent = Type.Unsafe<FormConsent | null>({
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['text', 'channels'],
  properties: {
    text: Type.String({
      pattern: field.NOT_BLANK,
      maxLength: 2000,
      description: 'The words beside the checkbox; they are kept with the consent.',
      examples: ['Text me about my request. Reply STOP to end.'],
    }),
    channels: Type.Array(
      Type.Unsafe<Channel>({
        type: 'string',
        enum: [...CHANNELS],
        description: 'A way to reach somebody.',
        examples: ['sms'],
      }),
      {
        minItems: 1,
        maxItems: CHANNELS.length,
        description: 'The channels that a tick grants.',
        examples: [['sms', 'call']],
      },
    ),
  },
  description: 'The checkbox that asks for consent; null for a form that does not ask.',
  examples: [{ text: 'Text me about my request. Reply STOP to end.', channels: ['sms'] }],
});

const thankYou = Type.String({
  pattern: field.NOT_BLANK,
  maxLength: 2000,
  description: 'What the visitor reads once the form is sent.',
  examples: ['Thank you. We will call you back within the hour.'],
});
const redirectUrl = field.nullable(
  textField(
    'url',
    'Where the visitor goes instead of the thank-you page: an http or https address; null for the page.',
    'https://alder.example.com/thanks',
  ),
);
const enabled = Type.Boolean({
  description: 'Whether the form is on line; one that is not answers 404.',
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
    consent: Type.Optional(consent),
    thank_you: Type.Optional(thankYou),
    redirect_url: Type.Optional(redirectUrl),
    enabled: Type.Optional(enabled),
  },
);

export const UpdateFormBody = field.closedObject(
  'UpdateForm',
  'What is to change; null empties a field, what is left out stays.',
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
);

export const Form = field.closedObject(
  'Form',
  'A hosted form: a page on which anybody can become a lead.',
  {
    form_id: field.id('form', 'Id of the form.'),
    form_key: Type.String({
      description: 'The public name of the form in its address; it never changes.',
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
      description: 'The address of the page, to link to.',
      examples: ['https://intake.example.com/f/7m2k9x4c0p8t5w1z6b3d7f2h4j'],
    }),
    embed_html: Type.String({
      description: 'HTML that shows the page inside a page of your own.',
      examples: ['<iframe src="https://intake.example.com/f/7m2k9x4c0p8t5w1z6b3d7f2h4j"></iframe>'],
    }),
    form_html: Type.String({
      description:
        'The form itself as plain HTML, to paste into a page of your own and style there.',
      examples: [
        '<form action="https://intake.example.com/f/7m2k9x4c0p8t5w1z6b3d7f2h4j" method="post">…</form>',
      ],
    }),
    ...field.timestamps,
  },
);
export type Form = Static<typeof Form>;
