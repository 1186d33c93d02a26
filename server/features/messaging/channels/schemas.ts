import Type, { type Static } from 'typebox';
import { requiredText, TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { shownWith } from '../../../platform/auth/hidden-fields.ts';
import * as field from '../../../platform/http/fields.ts';

const kind = Type.Unsafe<'smtp' | 'sms_gateway'>({
  type: 'string',
  enum: ['smtp', 'sms_gateway'],
  description: '`smtp` sends emails; `sms_gateway` sends texts through an HTTP gateway.',
  examples: ['smtp'],
});
export type ChannelKind = Static<typeof kind>;

const name = requiredText('name', 'Name of the channel, for your own use.', 'Office email');
const active = Type.Boolean({
  description:
    'Whether messages are sent through this channel. Only one channel of each kind can be active.',
  examples: [true],
});

const smtpFields = {
  host: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.:_-]+$',
      maxLength: 255,
      description: '`smtp`: host name or IP address of the mail server.',
      examples: ['smtp.example.com'],
    }),
  ),
  port: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description: '`smtp`: port of the mail server. Default: 587.',
      examples: [465],
    }),
  ),
  secure: Type.Optional(
    Type.Boolean({
      description:
        '`smtp`: whether to use TLS from the start of the connection, as on port 465. Otherwise STARTTLS is used, and a password requires it.',
      examples: [true],
    }),
  ),
  username: Type.Optional(
    field.nullable({
      maxLength: 320,
      description: '`smtp`: user name for the mail server.',
      examples: ['alder'],
    }),
  ),
  from_address: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.email,
      description: '`smtp`: sender address of the emails.',
      examples: ['office@alder.example.com'],
    }),
  ),
  from_name: Type.Optional(
    field.nullable({
      maxLength: TEXT_LIMITS.name,
      description: '`smtp`: sender name of the emails.',
      examples: ['Alder Heating & Air'],
    }),
  ),
};

const gatewayFields = {
  url: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.url,
      description: '`sms_gateway`: http or https URL that texts are posted to.',
      examples: ['https://sms.example.com/send'],
    }),
  ),
  from_number: Type.Optional(
    Type.String({
      pattern: '^(\\+[1-9]\\d{6,14}|\\d{3,8}|[A-Za-z0-9 ]{1,11})$',
      description: '`sms_gateway`: sender of the texts: a phone number, a short code or a name.',
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
        description:
          '`smtp`: password for the mail server. It is stored encrypted and never returned.',
        examples: ['a password of the mail server'],
        'x-for-people': true,
      }),
    ),
    ...gatewayFields,
    secret: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 200,
        description:
          '`sms_gateway`: shared secret that both sides sign requests with. It is stored encrypted and never returned. See /docs/guides/sms-gateway.',
        examples: ['7f3a91c04be25d6817f3a91c04be25d6'],
        'x-for-people': true,
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Settings of the channel. `smtp` requires `host` and `from_address`; `sms_gateway` requires `url`, `secret` and `from_number`.',
    examples: [SETTINGS_EXAMPLE],
  },
);
export type GivenSettings = Static<typeof settings>;

export const CreateChannelBody = field.closedObject(
  'CreateChannel',
  'The channel to create: its `kind` and the `settings` of that kind.',
  { kind, name: Type.Optional(name), active: Type.Optional(active), settings },
  { example: { kind: 'smtp', name: 'Office email', settings: SETTINGS_EXAMPLE } },
);

export const UpdateChannelBody = field.closedObject(
  'UpdateChannel',
  'The fields to change. Fields and settings that you leave out stay unchanged. If you change `host` or `url`, send the secret again.',
  { name: Type.Optional(name), active: Type.Optional(active), settings: Type.Optional(settings) },
  { example: { name: 'Office email', settings: { from_name: 'Alder Heating & Air' } } },
);

export const Channel = field.closedObject('Channel', 'A channel that sends texts or emails.', {
  channel_id: field.id('channel', 'Id of the channel.'),
  kind,
  name,
  active,
  settings: Type.Object(
    {
      ...smtpFields,
      has_password: Type.Optional(
        Type.Boolean({
          description: '`smtp`: whether a password is stored.',
          examples: [true],
        }),
      ),
      ...gatewayFields,
      has_secret: Type.Optional(
        Type.Boolean({
          description: '`sms_gateway`: whether a secret is stored.',
          examples: [true],
        }),
      ),
    },
    { additionalProperties: false, description: 'Settings of the channel, without secrets.' },
  ),
  inbound_url: field.nullable({
    description:
      '`sms_gateway`: URL that the gateway posts inbound texts to; null for `smtp`, and if your token lacks `channels:write`: it contains a key.',
    ...shownWith(['channels:write']),
    examples: ['https://intake.example.com/g/7m2k9x4c0p8t5w1z6b3d7f2h4j/sms'],
  }),
  status_url: field.nullable({
    description:
      '`sms_gateway`: URL that the gateway posts delivery reports to; null for `smtp`, and if your token lacks `channels:write`: it contains a key.',
    ...shownWith(['channels:write']),
    examples: ['https://intake.example.com/g/7m2k9x4c0p8t5w1z6b3d7f2h4j/status'],
  }),
  ...field.timestamps,
});
export type Channel = Static<typeof Channel>;
