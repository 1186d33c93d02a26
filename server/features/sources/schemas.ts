import Type, { type Static } from 'typebox';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import { MAX_BYTES } from '../../platform/http/body-limit.ts';
import * as field from '../../platform/http/fields.ts';

export const SOURCE_KINDS = [
  'angi',
  'thumbtack',
  'google_lead_form',
  'google_local_services',
  'facebook',
  'callrail',
  'json',
  'form',
  'email',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

const MAX_MAPPED = 40;
const MAX_MAPPED_LENGTH = 500;
const MAX_SECRET = 500;

const name = requiredText('name', 'Name of the source, for your own use.', 'Angi, Portland');
const kind = Type.Unsafe<SourceKind>({
  type: 'string',
  enum: [...SOURCE_KINDS],
  description: 'What is sent to it. It cannot be changed.',
  examples: ['angi'],
});
const source = {
  pattern: field.NOT_BLANK,
  maxLength: TEXT_LIMITS.source,
  description: '`source` of its leads.',
  examples: ['angi'],
};
const defaultService = field.nullable({
  pattern: field.CODE_FORM,
  description: '`service_needed` of leads that arrive without one.',
  examples: ['water_heater_repair'],
});
const active = Type.Boolean({
  description: 'Whether it takes leads. Otherwise its address responds with 410.',
  examples: [true],
});

export type Mapping = Record<string, string>;
export const Mapping = Type.Unsafe<Mapping>({
  type: 'object',
  title: 'SourceMapping',
  description:
    'For `json` and `form`: field of the lead to JSON Pointer (`/contact/phone`) or Liquid template (`{{ payload.first }} {{ payload.last }}`). Fields: `id` (the sender’s own id), `name`, `phone`, `email`, `service_needed`, `address`, `notes`, `language`, `metadata.<key>`, `attribution.<field>`. Empty: the usual names are understood.',
  additionalProperties: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_MAPPED_LENGTH,
    description: 'A JSON Pointer or a template.',
    examples: ['/contact/phone'],
  },
  maxProperties: MAX_MAPPED,
  [MAX_BYTES]: MAX_MAPPED * (MAX_MAPPED_LENGTH * 6 + 100),
  examples: [{ name: '/contact/name', phone: '/contact/phone' }],
});

const header = field.nullable({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'Header that carries the secret.',
  examples: ['x-api-key'],
});
const query = field.nullable({
  pattern: '^[A-Za-z0-9_.-]{1,64}$',
  description: 'Query parameter that carries the secret.',
  examples: [null],
});
const username = field.nullable({
  maxLength: 200,
  description: 'User name of basic authentication; the secret is its password.',
  examples: [null],
});

const secret = (description: string) =>
  Type.Optional(
    field.nullable({
      pattern: '^.{8,}$',
      maxLength: MAX_SECRET,
      description,
      examples: ['Zt4-example-only-9b'],
      'x-for-people': true,
    }),
  );

export const VerificationBody = field.closedObject(
  'SourceVerificationBody',
  'How requests prove where they come from. Without a secret, the key in the address is the only proof.',
  {
    secret: secret(
      'The key, password, `google_key`, signing key or app secret. Stored encrypted, never returned.',
    ),
    header: Type.Optional(header),
    query: Type.Optional(query),
    username: Type.Optional(username),
    verify_token: secret('Of Facebook: the token that you enter with the address.'),
    access_token: secret('Of Facebook: reads the fields of a lead from the Graph API.'),
  },
);
export type VerificationBody = Static<typeof VerificationBody>;

export const VERIFICATION_METHODS = [
  'none',
  'header',
  'query',
  'basic',
  'google_key',
  'facebook_signature',
  'callrail_signature',
] as const;

export const Verification = field.closedObject(
  'SourceVerification',
  'How requests prove where they come from.',
  {
    method: Type.Unsafe<(typeof VERIFICATION_METHODS)[number]>({
      type: 'string',
      enum: [...VERIFICATION_METHODS],
      description: 'What is checked.',
      examples: ['header'],
    }),
    header,
    query,
    username,
    has_verify_token: Type.Boolean({ description: 'Whether it is set.', examples: [false] }),
    has_access_token: Type.Boolean({ description: 'Whether it is set.', examples: [false] }),
  },
);
export type Verification = Static<typeof Verification>;

export const CreateSourceBody = field.closedObject(
  'CreateSource',
  'A source needs a `name`, a `kind` and a `source`.',
  {
    name,
    kind,
    source: Type.String(source),
    default_service: Type.Optional(defaultService),
    mapping: Type.Optional(Mapping),
    verification: Type.Optional(VerificationBody),
    active: Type.Optional(active),
  },
  {
    example: {
      name: 'Partner website',
      kind: 'json',
      source: 'partner',
      default_service: 'water_heater_repair',
      mapping: { name: '/contact/name', phone: '/contact/phone' },
    },
  },
);
export type CreateSourceBody = Static<typeof CreateSourceBody>;

export const UpdateSourceBody = field.closedObject(
  'UpdateSource',
  'The fields to change; fields you leave out stay unchanged. In `verification`, null removes a value.',
  {
    name: Type.Optional(name),
    source: Type.Optional(Type.String(source)),
    default_service: Type.Optional(defaultService),
    mapping: Type.Optional(Mapping),
    verification: Type.Optional(VerificationBody),
    active: Type.Optional(active),
  },
  { example: { default_service: 'ac_repair', active: true } },
);
export type UpdateSourceBody = Static<typeof UpdateSourceBody>;

export const Source = field.closedObject('LeadSource', 'An address that leads are sent to.', {
  source_id: field.id('source', 'Id of the source.'),
  source_key: Type.String({
    description: 'Key in its address; it never changes.',
    examples: ['7m2k9x4c0p8t5w1z6b3d7f2h4j'],
  }),
  url: Type.String({
    description: 'Address that leads are sent to.',
    examples: ['https://intake.example.com/in/7m2k9x4c0p8t5w1z6b3d7f2h4j'],
  }),
  name,
  kind,
  source: Type.String(source),
  default_service: defaultService,
  mapping: Mapping,
  verification: Verification,
  active,
  ...field.timestamps,
});
export type Source = Static<typeof Source>;
