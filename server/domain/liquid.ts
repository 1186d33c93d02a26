import { Liquid, LiquidError } from 'liquidjs';
import { firstLine } from '../platform/first-line.ts';

/**
 * Liquid, held to the letter: strict in variables and filters, bounded in time and memory, without files
 * or other templates. Templates and playbooks differ in what may be named, and nothing else.
 */

/** Far more than a message needs, and far less than would be felt by others. */
const RENDER_MS = 100;
const MEMORY_UNITS = 500_000;
const PARSE_CHARACTERS = 100_000;
const MAX_MESSAGE_LENGTH = 300;

const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // `default` and `if` are how a text provides for what may not be there.
  lenientIf: true,
  ownPropertyOnly: true,
  parseLimit: PARSE_CHARACTERS,
  renderLimit: RENDER_MS,
  memoryLimit: MEMORY_UNITS,
  // A time is written with the offset it carries, so that `date` says what the clock on the wall will show
  // there, and not what it shows where the service runs.
  preserveTimezones: true,
  // A date alone carries none, and stays the day it is wherever the service runs.
  timezoneOffset: 0,
  // A template stands alone: no tag reaches another one, or a file.
  templates: {},
});
for (const tag of ['include', 'render', 'layout', 'block']) delete liquid.tags[tag];

/** What a text names, each as its path: `lead.name` is ['lead', 'name']; or why it cannot be read. */
export function readLiquid(text: string): { names: unknown[][] } | { unreadable: string } {
  try {
    return { names: liquid.globalVariableSegmentsSync(text) };
  } catch (error) {
    return { unreadable: messageOf(error) };
  }
}

/** The text, or what is missing to make it. */
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
