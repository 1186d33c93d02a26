import { answer } from './answers.ts';
import { ask, type Question } from './ask.ts';
import { fitted, withoutEmpty } from './compact.ts';
import { asObject, asText } from './json.ts';
import type { Call, Session } from './session.ts';
import { stepOf } from './steps.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** Does it, and says what came of it and how to undo it. */
export async function write(
  { session }: ToolContext,
  operationId: string,
  call: Call,
  key: string,
): Promise<ToolResult> {
  const operation = session.catalog.get(operationId);
  const { headers, body } = await session.send(operation, call, { 'idempotency-key': key });
  const isReplay = headers['idempotent-replayed'] === 'true';
  return answer({
    ...(isReplay && {
      replayed: true,
      note: 'This was done earlier with the same arguments; nothing was done again. This is the result of that time.',
    }),
    result: fitted(withoutEmpty(body)),
    undo: undoOf(session, operation.undo, body, call),
  });
}

/** Asks first. */
export async function writeConfirmed(
  context: ToolContext,
  question: Pick<Question, 'tool' | 'args' | 'will'>,
  operationId: string,
  call: Call,
): Promise<ToolResult> {
  const operation = context.session.catalog.get(operationId);
  const asked = await ask(context, { ...question, operation, call });
  return 'answer' in asked ? asked.answer : write(context, operationId, call, asked.key);
}

/** The call that undoes it, as the document says; "none" if nothing does. */
function undoOf(session: Session, undo: string | null, body: unknown, call: Call): string {
  if (undo === null || !session.may(undo)) return 'none';
  const result = asObject(body);
  if (undo === 'recordRefund') {
    return `record_payment ${JSON.stringify({ invoice_id: result.invoice_id, refund: true })}`;
  }
  const step = stepOf(undo);
  if (step === null) return `api_write ${JSON.stringify({ operation_id: undo })}`;
  // The response to a booking has its lead and its appointment.
  const made = { ...result, ...asObject(result[step.kind]) };
  const id = asText(made[`${step.kind}_id`]) || asText(call.parameters?.id);
  return `${step.tool} ${JSON.stringify({ step: step.name, id })}`;
}
