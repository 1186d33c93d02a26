import { readLiquid, renderLiquid } from '../../../domain/liquid.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { isKnownVariable, knownFields, type TemplateData } from './variables.ts';

/** Everything that keeps a text from being a template: its syntax, its filters, its variables. */
export function templateErrors(text: unknown, pointer: string): FieldError[] {
  if (typeof text !== 'string') return [];
  const read = readLiquid(text);
  if ('unreadable' in read) {
    const detail = `The template cannot be read: ${read.unreadable}. Mend it and send it again.`;
    return [{ pointer, code: 'invalid_template', detail }];
  }
  const unknown = read.names
    .filter((segments) => !isKnownVariable(segments))
    .map((segments) => segments.flat(5).join('.'));
  return [...new Set(unknown)].map((name) => ({
    pointer,
    code: 'unknown_variable',
    detail: `The template names ${name}, which there is not. Use one such as lead.name, or variables.${name.replaceAll('.', '_')} for what you bring along; docs/templates.md lists them all.`,
  }));
}

/** The text, or what is missing to make it. */
export function renderText(
  text: string,
  data: TemplateData,
  variables: Readonly<Record<string, unknown>>,
): { text: string } | { failure: string } {
  return renderLiquid(text, { ...knownFields(data), variables });
}
