import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { answer } from './answers.ts';
import { Refused } from './api.ts';
import type { Operation } from './catalog.ts';
import { brief } from './compact.ts';
import { asObject, isObject } from './json.ts';
import type { Call } from './session.ts';
import type { ToolContext, ToolResult } from './tool.ts';

export interface Question {
  tool: string;
  args: { confirmation?: string | undefined };
  operation: Operation;
  call: Call;
  /** What will happen, for a person; not needed once it is confirmed. */
  will: () => Promise<string>;
}

/** No person reads and answers a question within this time; some clients decline by themselves. */
const AT_ONCE_MS = 1_000;

/**
 * Asks before something is sent or ended. A client that can ask its user does so. Others get what would happen and a
 * confirmation, which the model sends once the user has agreed. Returns the key of the confirmed call, or what to answer.
 */
export async function ask(
  context: ToolContext,
  question: Question,
): Promise<{ key: string } | { answer: ToolResult }> {
  const { session, request } = context;
  const { tool, args } = question;
  if (args.confirmation !== undefined) return { key: keyOf(context, question, args.confirmation) };

  const state = request.mcpReq.requestState();
  const reply = inputResponse(request.mcpReq.inputResponses, 'confirm');
  const wasAsked = typeof state === 'string' && reply.kind === 'elicit';
  if (wasAsked) {
    const key = keyOf(context, question, state);
    if (reply.action === 'accept' && reply.content?.confirm === true) return { key };
    const isByPerson = reply.action === 'accept' || session.confirmations.ageMs(state) > AT_ONCE_MS;
    if (isByPerson) {
      return { answer: answer({ done: false, detail: 'The user said no. Nothing was done.' }) };
    }
  }
  const preview = await dryRun(context, question);
  const will = await question.will();
  const confirmation = session.confirmations.issue(tool, args);
  if (!wasAsked && canAsk(context)) return { answer: askUser(will, preview, confirmation) };
  return {
    answer: answer({
      needs_confirmation: true,
      will,
      ...(preview && { dry_run: preview }),
      confirmation,
      next: 'Nothing was done yet. Ask the user. If the user agrees, call again with the same arguments and this confirmation, within 10 minutes.',
    }),
  };
}

/** The confirmation is the key: it does the thing once, however often it is sent. */
function keyOf({ session }: ToolContext, { tool, args }: Question, confirmation: string): string {
  const checked = session.confirmations.check(tool, args, confirmation);
  if (checked === 'valid') return `mcp_confirmed_${confirmation}`;
  const detail =
    checked === 'expired'
      ? 'This confirmation is older than 10 minutes. Call again without it, and ask the user again.'
      : 'This confirmation is not for this call: it is mistyped, or an argument has changed. Call again without it, and ask the user again.';
  throw new Refused(`confirmation_${checked}`, detail);
}

/**
 * What would happen, or the problem that prevents it; null if the service cannot say it without doing it. Only an
 * operation whose description has the header is asked: another one would ignore it, and do the thing.
 */
async function dryRun({ session }: ToolContext, { operation, call }: Question) {
  if (!operation.takesDryRun) return null;
  const { headers, body } = await session.send(operation, call, { 'dry-run': 'true' });
  if (headers['dry-run'] === 'true') return brief(body);
  throw new Refused(
    'not_a_dry_run',
    'The service did not say that this was only a dry run. Read the record to see whether it has changed.',
  );
}

function askUser(will: string, preview: object | null, confirmation: string): ToolResult {
  const result = preview === null ? '' : `\n\nResult: ${JSON.stringify(preview)}`;
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: `${will}${result}`,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Do it' } },
          required: ['confirm'],
        },
      }),
    },
    requestState: confirmation,
  });
}

/** Whether the client shows forms: said with each request since 2026, when connecting before. */
function canAsk({ request, server }: ToolContext): boolean {
  const { envelope } = request.mcpReq;
  const sent = asObject(asObject(envelope)[CLIENT_CAPABILITIES_META_KEY]).elicitation;
  const elicitation = sent ?? server.server.getClientCapabilities()?.elicitation;
  if (!isObject(elicitation)) return false;
  return 'form' in elicitation || Object.keys(elicitation).length === 0;
}
