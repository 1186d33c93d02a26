import { z } from 'zod';
import { asObject } from '../json.ts';
import { randomKey, type Session } from '../session.ts';
import { ENDS, STEPS } from '../steps.ts';
import { subjectOf } from '../subject.ts';
import { tool } from '../tool.ts';
import { write, writeConfirmed } from '../write.ts';
import { CONFIRMATION, choice, optional, text } from './fields.ts';

export const takeStep = tool({
  name: 'take_step',
  title: 'Take step',
  description:
    'Moves a record one step on. If it is not possible, the error has the allowed steps.',
  kind: 'write',
  operations: Object.values(STEPS),
  input: (session) =>
    z.strictObject({
      step: choice(stepsFor(session, STEPS), 'kind.step'),
      id: text('Id of the record.'),
      reason: optional('For job.pause.'),
      note: optional('For follow_up.complete.'),
    }),
  async run({ step, id, ...fields }, context) {
    const operationId = STEPS[step] ?? '';
    const body = bodyOf(context.session, operationId, fields);
    return write(context, operationId, { parameters: { id }, body }, randomKey());
  },
});

export const cancelOrUndo = tool({
  name: 'cancel_or_undo',
  title: 'Cancel or undo',
  description: 'Ends, undoes or finalizes something. Asks for confirmation.',
  kind: 'confirmed',
  operations: Object.values(ENDS),
  input: (session) =>
    z.strictObject({
      step: choice(stepsFor(session, ENDS), 'kind.step'),
      id: text('Id of the record.'),
      reason: optional('Why.'),
      into: optional('lead.merge: the lead that stays.'),
      ...CONFIRMATION,
    }),
  async run(args, context) {
    const { step, id, confirmation, ...fields } = args;
    const operationId = ENDS[step] ?? '';
    const { summary } = context.session.catalog.get(operationId);
    const because = fields.reason === undefined ? '' : `, because: ${fields.reason}`;
    const into = fields.into === undefined ? '' : `, into ${fields.into}`;
    const kind = step.slice(0, step.indexOf('.'));
    const will = async () =>
      `${summary}: ${await subjectOf(context.session, kind, id)}${into}${because}`;
    const question = { tool: 'cancel_or_undo', args, will };
    const body = bodyOf(context.session, operationId, fields);
    return writeConfirmed(context, question, operationId, { parameters: { id }, body });
  },
});

function stepsFor(session: Session, steps: Record<string, string>): string[] {
  return Object.keys(steps).filter((step) => session.may(steps[step] ?? ''));
}

/** Only what was given; a step that takes nothing gets no body. */
function bodyOf(session: Session, operationId: string, fields: Record<string, string | undefined>) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const takesBody = session.catalog.get(operationId).body !== null;
  return takesBody || given.length > 0 ? asObject(Object.fromEntries(given)) : undefined;
}
