import { Liquid, LiquidError } from 'liquidjs';
import { firstLine } from '../platform/first-line.ts';

/**
 * Liquid in strict mode: unknown variables and filters are errors, time and memory are limited, and there are no
 * files or other templates. Templates and playbooks differ only in the variables they can use.
 */

/** Far more than a message needs, and far less than other requests would notice. */
const RENDER_MS = 100;
const MEMORY_UNITS = 500_000;
const PARSE_CHARACTERS = 100_000;
const MAX_MESSAGE_LENGTH = 300;

const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // With `default` and `if`, a text can handle missing values.
  lenientIf: true,
  ownPropertyOnly: true,
  parseLimit: PARSE_CHARACTERS,
  renderLimit: RENDER_MS,
  memoryLimit: MEMORY_UNITS,
  // A time keeps its own offset, so that `date` shows the local time there, and not the time where the service
  // runs.
  preserveTimezones: true,
  // A date without time has no offset, and stays the same day wherever the service runs.
  timezoneOffset: 0,
  // A template is self-contained: no tag can include another one or a file.
  templates: {},
});
for (const tag of ['include', 'render', 'layout', 'block']) delete liquid.tags[tag];

/** The variables of a text, as paths: `lead.name` is ['lead', 'name']; or why it cannot be parsed. */
export function readLiquid(text: string): { names: unknown[][] } | { unreadable: string } {
  try {
    return { names: liquid.globalVariableSegmentsSync(text) };
  } catch (error) {
    return { unreadable: messageOf(error) };
  }
}

/** The rendered text, or what is missing to render it. */
export function renderLiquid(
  text: string,
  variables: object,
): { text: string } | { failure: string } {
  try {
    return { text: liquid.parseAndRenderSync(text, variables) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  const cause = LiquidError.is(error) ? (error.originalError ?? error) : error;
  return firstLine(cause, MAX_MESSAGE_LENGTH);
}
