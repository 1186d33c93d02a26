import { asLiquid, schedule } from './create-follow-up.ts';
import type { PerformStep } from './step.ts';
import { filledIn } from './texts.ts';

/** Something for a person to do. */
export const createTaskStep: PerformStep<'create_task'> = (work) => {
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
};
