import { readLiquid, renderLiquid } from '../../../domain/liquid.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { isKnownVariable, knownFields, type TemplateData } from './variables.ts';

/** Errors in the syntax, the filters and the variables of a template. */
export function templateErrors(text: unknown, pointer: string): FieldError[] {
  if (typeof text !== 'string') return [];
  const read = readLiquid(text);
  if ('unreadable' in read) {
    const detail = `The template is not valid Liquid: ${read.unreadable}. Fix it and try again.`;
    return [{ pointer, code: 'invalid_template', detail }];
  }
  const unknown = read.names
    .filter((segments) => !isKnownVariable(segments))
    .map((segments) => segments.flat(5).join('.'));
  return [...new Set(unknown)].map((name) => ({
    pointer,
    code: 'unknown_variable',
    detail: `Unknown variable ${name}. Use a variable such as lead.name, or variables.${name.replaceAll('.', '_')} for a value that you send. All variables are listed in /docs/guides/templates.`,
  }));
}

/** Returns the rendered text, or why the template cannot be rendered. */
export function renderText(
  text: string,
  data: TemplateData,
  variables: Readonly<Record<string, unknown>>,
): { text: string } | { failure: string } {
  return renderLiquid(text, { ...knownFields(data), variables });
}
