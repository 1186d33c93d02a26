import Type, { type Static } from 'typebox';
import { malformedContact } from '../../domain/contact.ts';
import { presentText } from '../../domain/text.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { FieldError } from '../../platform/errors.ts';

export const ImportQuery = Type.Object(
  {
    source: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.source,
        description: 'Source of rows that do not have one. Default `import`.',
        examples: ['crm_export'],
      }),
    ),
    service_needed: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.code,
        description:
          'Service of rows that do not have one. With it, the file does not need the column `service_needed`.',
        examples: ['water_heater_repair'],
      }),
    ),
    ignore_unknown_columns: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Set to true to ignore unknown columns of a CSV file.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);
export type ImportQuery = Static<typeof ImportQuery>;

/** These values apply to all rows, so they are checked once and not for each row. */
export function checkImportQuery(query: Record<string, unknown>): FieldError[] {
  const { service_needed } = query;
  const blank = (['source', 'service_needed'] as const).filter(
    (name) => name in query && presentText(query[name]) === null,
  );
  const errors = blank.map((name) => ({
    pointer: `/${name}`,
    code: 'too_short',
    detail: `The query parameter ${name} must not be empty. Leave it out, or give it a value.`,
  }));
  return [...errors, ...malformedContact({ service_needed }, 'US')];
}
