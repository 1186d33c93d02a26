import Type from 'typebox';
import { checkTexts } from './checks.ts';
import { asLiquid, schedule } from './create-follow-up.ts';
import { CLOSED, duration, publicId } from './fields.ts';
import { step } from './step.ts';
import { renderOrFail } from './texts.ts';

/** Creates a task for a user. */
export const createTask = step({
  do: 'create_task',
  schema: Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
      delay: Type.Optional(duration),
      assigned_to: Type.Optional(publicId),
    },
    CLOSED,
  ),
  check(check, given, pointer) {
    checkTexts(check, given, ['title'], pointer);
    check.duration(given.delay, `${pointer}/delay`);
  },
  async perform(context) {
    const { step, variables } = context;
    const { delay = 'PT0S', assigned_to } = step.with;
    const title = renderOrFail(step.with.title, variables);
    context.traceInput({ ...step.with, title });
    return schedule(context, {
      channel: 'task',
      when: { delay },
      template: null,
      subject: null,
      body: asLiquid(title),
      assignedTo: assigned_to,
      cancelOn: null,
    });
  },
});
