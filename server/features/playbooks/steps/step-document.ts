import { pascalCase } from '../../../platform/openapi/problems.ts';
import { MAX_CONDITION_LENGTH } from '../conditions.ts';

/** A letter, then up to 63 letters, digits or underscores. */
export const STEP_ID_FORM = '^[A-Za-z][A-Za-z0-9_]{0,63}$';

/** A CEL condition. */
export function condition(description: string) {
  return {
    type: 'string',
    maxLength: MAX_CONDITION_LENGTH,
    description,
    examples: ['job != null'],
  };
}

/** The schema of `with`. */
export function optionsDocument(name: string, schema: object): object {
  return {
    title: `${pascalCase(name)}Options`,
    description: `Options of the step \`${name}\`.`,
    ...schema,
  };
}

/**
 * The JSON Schema of a whole step, for the OpenAPI document only: `validate.ts` checks steps, because a schema would
 * report one wrong step as an error of every type of step.
 */
export function stepDocument(
  { do: name, description }: { do: string; description: string },
  fields: Readonly<Record<string, object>>,
  required: readonly string[],
): object {
  return {
    type: 'object',
    title: `${pascalCase(name)}Step`,
    description,
    additionalProperties: false,
    properties: {
      id: {
        type: 'string',
        pattern: STEP_ID_FORM,
        description: 'Id of the step, unique in the playbook.',
        examples: ['text'],
      },
      do: { const: name, description: 'Type of the step.', examples: [name] },
      when: condition('CEL condition. If it is false, the step is skipped.'),
      ...fields,
    },
    required: ['id', 'do', ...required],
  };
}
