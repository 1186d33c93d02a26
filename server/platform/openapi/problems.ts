import Type from 'typebox';
import { isObject } from '../is-object.ts';
import type { ProblemCatalog, ProblemType } from '../problem-catalog.ts';

/** Every problem, in the document: the common members, and a schema for each problem that has more. */

export function problemSchema(catalog: ProblemCatalog) {
  return Type.Object(
    {
      type: Type.String({
        description: 'A URN with the code.',
        examples: ['urn:throughline:problem:not_found'],
      }),
      title: Type.String({ description: 'The status in words.', examples: ['Not found'] }),
      status: Type.Integer({ description: 'The HTTP status.', examples: [404] }),
      detail: Type.String({
        description: 'What is wrong and what to do next, for a person.',
        examples: ['There is no such lead in your organization.'],
      }),
      code: Type.Unsafe<string>({
        type: 'string',
        description: 'What is wrong, for a program. Codes never change; new ones may be added.',
        enum: Object.keys(catalog),
        examples: ['not_found'],
      }),
      request_id: Type.String({
        description: 'Id of the request in the log of the service. Quote it when you ask for help.',
        examples: ['5f8e6a1c-9c1e-4b43-a1a7-3c0c1d1f8a55'],
      }),
      errors: Type.Optional(
        Type.Array(FieldProblem, { description: 'Everything that is wrong with the request.' }),
      ),
    },
    { title: 'Problem', description: 'An error response (RFC 9457).' },
  );
}

const FieldProblem = Type.Object(
  {
    pointer: Type.String({
      description: 'JSON pointer to the field, or a slash and the name of the query parameter.',
      examples: ['/phone'],
    }),
    code: Type.String({ description: 'What is wrong, for a program.', examples: ['wrong_type'] }),
    detail: Type.String({
      description: 'What is wrong, for a person.',
      examples: ['The field phone must be a string.'],
    }),
  },
  { title: 'FieldProblem', description: 'One thing that is wrong with a field.' },
);

/** The name of the schema of a problem with members of its own, such as `alternatives`. */
export function specialSchema(problem: ProblemType | undefined): string | undefined {
  return problem?.shape && `${problem.shape.name}Problem`;
}

/** The schemas of problems with members of their own, each with the codes that it is for. */
export function specialProblems(catalog: ProblemCatalog): { name: string; schema: unknown }[] {
  const shapes = new Set(Object.values(catalog).flatMap(({ shape }) => shape ?? []));
  return [...shapes].map((shape) => {
    const codes = Object.keys(catalog).filter((code) => catalog[code]?.shape === shape);
    const code = Type.Unsafe<string>({ type: 'string', enum: codes });
    const members = plain(Type.Object({ code, ...shape.members }));
    const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, members] };
    return { name: `${shape.name}Problem`, schema };
  });
}

/** Without what TypeBox keeps beside the schema. */
export function plain(schema: unknown): Record<string, unknown> {
  const copy: unknown = JSON.parse(JSON.stringify(schema));
  if (!isObject(copy)) throw new Error('A schema must be an object');
  return copy;
}

export function pascalCase(name: string): string {
  return name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
