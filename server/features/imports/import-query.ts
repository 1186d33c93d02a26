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
        description: 'Where rows that do not say so came from. Default `import`.',
        examples: ['crm_export'],
      }),
    ),
    service_needed: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.code,
        description: 'What rows that do not say so want; then the column may be missing.',
        examples: ['water_heater_repair'],
      }),
    ),
    ignore_unknown_columns: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Imports a CSV file without the columns that are not known here.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);
export type ImportQuery = Static<typeof ImportQuery>;

/** Said once for all rows, so it is refused at once and not for each of them. */
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
