import { Liquid, LiquidError } from 'liquidjs';
import type { FieldError } from '../../platform/errors.ts';
import { isKnownVariable, knownFields, type TemplateData } from './variables.ts';

/** Far more than a message needs, and far less than would be felt by others. */
const RENDER_MS = 100;
const MEMORY_UNITS = 500_000;
const PARSE_CHARACTERS = 100_000;
const LONGEST_MESSAGE = 300;

const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: PARSE_CHARACTERS,
  renderLimit: RENDER_MS,
  memoryLimit: MEMORY_UNITS,
  // A template stands alone: no tag reaches another one, or a file.
  templates: {},
});
for (const tag of ['include', 'render', 'layout', 'block']) delete liquid.tags[tag];

/** Everything that keeps a text from being a template: its syntax, its filters, its variables. */
export function templateErrors(text: unknown, pointer: string): FieldError[] {
  if (typeof text !== 'string') return [];
  try {
    const unknown = liquid
      .globalVariableSegmentsSync(text)
      .filter((segments) => !isKnownVariable(segments))
      .map((segments) => segments.flat(5).join('.'));
    return [...new Set(unknown)].map((name) => ({
      pointer,
      code: 'unknown_variable',
      detail: `The template names ${name}, which there is not. Use one such as lead.name, or variables.${name.replaceAll('.', '_')} for what you bring along; docs/templates.md lists them all.`,
    }));
  } catch (error) {
    const detail = `The template cannot be read: ${firstLine(error)}. Mend it and send it again.`;
    return [{ pointer, code: 'invalid_template', detail }];
  }
}

/** The text, or what is missing to make it. */
export function renderText(
  text: string,
  data: TemplateData,
  variables: Readonly<Record<string, unknown>>,
): { text: string } | { failure: string } {
  try {
    return { text: liquid.parseAndRenderSync(text, { ...knownFields(data), variables }) };
  } catch (error) {
    return { failure: firstLine(error) };
  }
}

function firstLine(error: unknown): string {
  const cause = LiquidError.is(error) ? (error.originalError ?? error) : (error as Error);
  return cause.message.split('\n', 1)[0]!.slice(0, LONGEST_MESSAGE);
}
