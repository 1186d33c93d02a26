import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiProblem, Refused } from './api.ts';
import { fitted, withoutEmpty } from './compact.ts';
import { asObject, type JsonObject } from './json.ts';

/** Compact JSON: indentation would be a third of it. */
export function answer(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** For a tool with an output schema: clients show the model one or the other. */
export function structuredAnswer(value: JsonObject): CallToolResult {
  return { ...answer(value), structuredContent: value };
}

/** A failure that the model can act on: the code, what is wrong, and what is possible instead. */
export function failure(error: unknown): CallToolResult {
  if (error instanceof Refused) {
    return errorOf({ code: error.code, detail: error.message, ...error.more });
  }
  if (!(error instanceof ApiProblem)) throw error;
  const { type, title, status, ...problem } = asObject(error.body);
  const unknown = { code: 'unexpected_response', detail: `${error.message} Try again later.` };
  return errorOf('code' in problem ? problem : unknown);
}

function errorOf(problem: object): CallToolResult {
  return { ...answer(fitted(withoutEmpty(problem))), isError: true };
}
