import { Context, type Emitter, Liquid, LiquidError, type Template, toValueSync } from 'liquidjs';
import { firstLine } from '../first-line.ts';
import { MAX_RENDERED_LENGTH, MAX_TEXT_LENGTH, type Rendered, type TextNames } from './jobs.ts';
import { restrict, tooLong } from './liquid-filters.ts';
import { ParsedCache } from './parsed-cache.ts';

/**
 * Liquid in strict mode: unknown variables, filters and tags are errors, and there are no files or other templates.
 * Runs only in a thread of the sandbox, which ends it when it takes too long.
 */

/** Counted by Liquid for lists and texts; a loop over more items than this fails at once. */
const MEMORY_UNITS = 500_000;
const MAX_MESSAGE_LENGTH = 300;
const MAX_CACHED_LENGTH = 300_000;

const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // With `default` and `if`, a text can handle missing values.
  lenientIf: true,
  ownPropertyOnly: true,
  parseLimit: MAX_TEXT_LENGTH,
  memoryLimit: MEMORY_UNITS,
  // A time keeps its own offset, so that `date` shows the local time there, and not the time where the service
  // runs.
  preserveTimezones: true,
  // A date without time has no offset, and stays the same day wherever the service runs.
  timezoneOffset: 0,
  // A template is self-contained: no tag can include another one or a file.
  templates: {},
});
restrict(liquid);

const cache = new ParsedCache<Template[]>(MAX_CACHED_LENGTH);

export function readText(text: string): TextNames {
  try {
    return { names: liquid.globalVariableSegmentsSync(parse(text)) };
  } catch (error) {
    return { unreadable: messageOf(error) };
  }
}

export function renderText(text: string, variables: object): Rendered {
  try {
    const context = new Context(variables, liquid.options, { sync: true }, { liquid });
    const output = new LimitedOutput();
    toValueSync(liquid.renderer.renderTemplates(parse(text), context, output));
    return { text: output.buffer };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

function parse(text: string): Template[] {
  return cache.get(text, (unparsed) => liquid.parse(unparsed));
}

/** Liquid's own output grows without a limit, in a loop that prints. */
class LimitedOutput implements Emitter {
  buffer = '';

  write(value: unknown): void {
    const text = asText(value);
    if (this.buffer.length + text.length > MAX_RENDERED_LENGTH) throw tooLong();
    this.buffer += text;
  }
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(asText).join('') : String(value);
}

function messageOf(error: unknown): string {
  const cause = LiquidError.is(error) ? (error.originalError ?? error) : error;
  return firstLine(cause, MAX_MESSAGE_LENGTH);
}
