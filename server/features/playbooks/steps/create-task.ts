import Type from 'typebox';
import { NOT_BLANK } from '../../../platform/http/fields.ts';
import { checkTexts } from './checks.ts';
import { asLiquid, schedule } from './create-follow-up.ts';
import { assignedTo, CLOSED, duration } from './fields.ts';
import { step } from './step.ts';
import { render } from './texts.ts';

export const createTask = step({
  do: 'create_task',
  description: 'Creates a task for a user: a follow-up with the channel `task`.',
  needs: () => [['follow_ups:write']],
  schema: Type.Object(
    {
      title: Type.String({
        minLength: 1,
        maxLength: 1_000,
        pattern: NOT_BLANK,
        description: 'What to do, as a Liquid template.',
        examples: ['Call {{ lead.name }}'],
      }),
      delay: duration('ISO 8601 duration until the task is due. Default: due now.', 'PT2H'),
      assigned_to: assignedTo('task'),
    },
    CLOSED,
  ),
  check(check, given, pointer) {
    checkTexts(check, given, ['title'], pointer);
    check.duration(given.delay, `${pointer}/delay`);
  },
  async perform(context) {
    const { tx, step, variables } = context;
    const { delay = 'PT0S', assigned_to } = step.with;
    const title = await render(tx, step.with.title, variables);
    context.traceInput({ ...step.with, title });
    return schedule(context, {
      channel: 'task',
      when: { delay },
      template: null,
      subject: null,
      body: asLiquid(title),
      assignedTo: assigned_to,
      cancelOn: null,
      purpose: null,
      expiresAt: null,
    });
  },
});
