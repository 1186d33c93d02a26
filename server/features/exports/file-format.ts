import Type, { type Static } from 'typebox';

/** The first and the last line of a file. The lines between them are rows, in the order of exported-tables.ts. */

export const NDJSON = 'application/x-ndjson';
export const GZIP = 'application/gzip';

export const HEADER = { format: 'throughline-export', version: 1 } as const;

export const Header = Type.Object(
  {
    format: Type.Unsafe<typeof HEADER.format>({ type: 'string', const: HEADER.format }),
    version: Type.Unsafe<typeof HEADER.version>({ type: 'integer', const: HEADER.version }),
    organization_id: Type.String({ maxLength: 100 }),
    organization_name: Type.String({ maxLength: 2_000 }),
    exported_at: Type.String({ format: 'date-time' }),
    event_seq: Type.Integer({ minimum: 0, maximum: 1e15 }),
    /** Of the first event in the file, if older ones are no longer kept. */
    first_seq: Type.Optional(Type.Integer({ minimum: 2, maximum: 1e15 })),
  },
  { additionalProperties: false },
);
export type Header = Static<typeof Header>;

const amounts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));
export const Sums = Type.Object(
  { invoiced: amounts, paid: amounts, payments: amounts, refunds: amounts },
  { additionalProperties: false },
);
export type Sums = Static<typeof Sums>;

export const Footer = Type.Object(
  {
    counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    sums: Sums,
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { additionalProperties: false },
);
export type Footer = Static<typeof Footer>;

/** No line that the service writes comes near this: a request is at most 1 MiB. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
