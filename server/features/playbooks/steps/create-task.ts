import Type from 'typebox';
import { checkTexts } from './checks.ts';
import { asLiquid, schedule } from './create-follow-up.ts';
import { CLOSED, duration, publicId } from './fields.ts';
import { step } from './step.ts';
import { filledIn } from './texts.ts';

/** Gives a person something to do. */
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
  async perform(work) {
    const { step, variables } = work;
    const { delay = 'PT0S', assigned_to } = step.with;
    const title = filledIn(step.with.title, variables);
    work.show({ ...step.with, title });
    return schedule(work, {
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
