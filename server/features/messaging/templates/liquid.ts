import type { FieldError } from '../../../platform/errors.ts';
import type { Rendered } from '../../../platform/sandbox/jobs.ts';
import { sandbox } from '../../../platform/sandbox/sandbox.ts';
import { isKnownVariable, knownFields, type TemplateData } from './variables.ts';

/** A text of a request, and where it is there. */
export interface GivenText {
  text: unknown;
  pointer: string;
}

/** Errors in the syntax, the filters and the variables of templates. What is not a string is left to the schema. */
export async function templateErrors(
  organizationId: string,
  given: readonly GivenText[],
): Promise<FieldError[]> {
  return (await readTemplates(organizationId, given)).flatMap(({ pointer, read }) => {
    if ('unreadable' in read) return [invalidTemplate(pointer, read.unreadable)];
    const unknown = read.names
      .filter((segments) => !isKnownVariable(segments))
      .map((segments) => segments.flat(5).join('.'));
    return [...new Set(unknown)].map((name) => ({
      pointer,
      code: 'unknown_variable',
      detail: `Unknown variable ${name}. Use a variable such as lead.name, or variables.${name.replaceAll('.', '_')} for a value that you send. All variables are listed in /docs/guides/templates.`,
    }));
  });
}

/** The variables that each text uses, or why it is not valid. */
export async function readTemplates(organizationId: string, given: readonly GivenText[]) {
  const texts = given.flatMap(({ text, pointer }) =>
    typeof text === 'string' ? [{ text, pointer }] : [],
  );
  const found = await sandbox.readTexts(
    organizationId,
    texts.map(({ text }) => text),
  );
  return found.flatMap((read, index) => {
    const pointer = texts[index]?.pointer;
    return pointer === undefined ? [] : [{ pointer, read }];
  });
}

function invalidTemplate(pointer: string, reason: string): FieldError {
  const detail = `The template is not valid Liquid: ${reason}. Fix it and try again. All filters and tags are listed in /docs/guides/templates.`;
  return { pointer, code: 'invalid_template', detail };
}

/** Returns the rendered texts, or why one cannot be rendered. Null stays null. */
export async function renderTexts<const Texts extends readonly (string | null)[]>(
  organizationId: string,
  texts: Texts,
  data: TemplateData,
  variables: Readonly<Record<string, unknown>>,
): Promise<{ texts: { [Index in keyof Texts]: string | null } } | { failure: string }>;
export async function renderTexts(
  organizationId: string,
  texts: readonly (string | null)[],
  data: TemplateData,
  variables: Readonly<Record<string, unknown>>,
): Promise<{ texts: (string | null)[] } | { failure: string }> {
  const given = texts.filter((text) => text !== null);
  const values = { ...knownFields(data), variables };
  const rendered: Rendered[] = await sandbox.renderTexts(organizationId, given, values);
  const failed = rendered.find((one) => 'failure' in one);
  if (failed) return failed;
  const found = rendered.flatMap((one) => ('text' in one ? [one.text] : []));
  return { texts: texts.map((text) => (text === null ? null : (found.shift() ?? null))) };
}
