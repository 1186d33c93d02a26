import Type, { type Static } from 'typebox';
import { requiredText, TEXT_LIMITS } from '../../../domain/text-limits.ts';
import * as field from '../../../platform/http/fields.ts';

const kind = Type.Unsafe<'smtp' | 'sms_gateway'>({
  type: 'string',
  enum: ['smtp', 'sms_gateway'],
  description: '`smtp` sends mails, `sms_gateway` texts through an HTTP gateway.',
  examples: ['smtp'],
});
export type ChannelKind = Static<typeof kind>;

const name = requiredText('name', 'What you call it among yourselves.', 'Office mail');
const active = Type.Boolean({
  description: 'Whether messages leave by it; one channel of a kind can be active.',
  examples: [true],
});

const smtpFields = {
  host: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.:_-]+$',
      maxLength: 255,
      description: '`smtp`: the mail server.',
      examples: ['smtp.example.com'],
    }),
  ),
  port: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description: '`smtp`: its port. Default 587.',
      examples: [465],
    }),
  ),
  secure: Type.Optional(
    Type.Boolean({
      description:
        '`smtp`: TLS from the first byte on, as port 465 has it. Otherwise STARTTLS, which a password asks for.',
      examples: [true],
    }),
  ),
  username: Type.Optional(
    field.nullable({
      maxLength: 320,
      description: '`smtp`: whom to log in as.',
      examples: ['alder'],
    }),
  ),
  from_address: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.email,
      description: '`smtp`: the address that mails come from.',
      examples: ['office@alder.example.com'],
    }),
  ),
  from_name: Type.Optional(
    field.nullable({
      maxLength: TEXT_LIMITS.name,
      description: '`smtp`: the name that mails come from.',
      examples: ['Alder Heating & Air'],
    }),
  ),
};

const gatewayFields = {
  url: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.url,
      description: '`sms_gateway`: where texts are posted to, http or https.',
      examples: ['https://sms.example.com/send'],
    }),
  ),
  from_number: Type.Optional(
    Type.String({
      pattern: '^(\\+[1-9]\\d{6,14}|\\d{3,8}|[A-Za-z0-9 ]{1,11})$',
      description: '`sms_gateway`: the number, short code or name that texts come from.',
      examples: ['+14155550100'],
    }),
  ),
};

const SETTINGS_EXAMPLE = {
  host: 'smtp.example.com',
  port: 465,
  secure: true,
  username: 'alder',
  password: 'a password of the mail server',
  from_address: 'office@alder.example.com',
  from_name: 'Alder Heating & Air',
};

const settings = Type.Object(
  {
    ...smtpFields,
    password: Type.Optional(
      field.nullable({
        maxLength: 1000,
        description: '`smtp`: the password. Kept sealed, never shown again.',
        examples: ['a password of the mail server'],
      }),
    ),
    ...gatewayFields,
    secret: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 200,
        description:
          '`sms_gateway`: what both sides sign with. Kept sealed, never shown again. See docs/sms-gateway.md.',
        examples: ['7f3a91c04be25d6817f3a91c04be25d6'],
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'The settings of its kind. A mail channel needs `host` and `from_address`, a gateway `url`, `secret` and `from_number`.',
    examples: [SETTINGS_EXAMPLE],
  },
);
export type GivenSettings = Static<typeof settings>;

export const CreateChannelBody = field.closedObject(
  'CreateChannel',
  'A channel needs its `kind` and the `settings` of that kind.',
  { kind, name: Type.Optional(name), active: Type.Optional(active), settings },
);

export const UpdateChannelBody = field.closedObject(
  'UpdateChannel',
  'What is to change; settings that are left out stay. With another `host` or `url` its secret is sent again.',
  { name: Type.Optional(name), active: Type.Optional(active), settings: Type.Optional(settings) },
);

export const Channel = field.closedObject(
  'Channel',
  'A way by which texts or mails leave the house.',
  {
    channel_id: field.id('channel', 'Id of the channel.'),
    kind,
    name,
    active,
    settings: Type.Object(
      {
        ...smtpFields,
        has_password: Type.Optional(
          Type.Boolean({
            description: '`smtp`: whether a password is kept.',
            examples: [true],
          }),
        ),
        ...gatewayFields,
        has_secret: Type.Optional(
          Type.Boolean({
            description: '`sms_gateway`: whether a secret is kept.',
            examples: [true],
          }),
        ),
      },
      { additionalProperties: false, description: 'The settings of its kind, without secrets.' },
    ),
    inbound_url: field.nullable({
      description: '`sms_gateway`: where the gateway posts texts that come in; else null.',
      examples: ['https://intake.example.com/g/7m2k9x4c0p8t5w1z6b3d7f2h4j/sms'],
    }),
    status_url: field.nullable({
      description: '`sms_gateway`: where the gateway reports what became of a text; else null.',
      examples: ['https://intake.example.com/g/7m2k9x4c0p8t5w1z6b3d7f2h4j/status'],
    }),
    ...field.timestamps,
  },
);
export type Channel = Static<typeof Channel>;
