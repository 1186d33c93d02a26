import { assignStep } from './assign.ts';
import { bookNextAvailableStep } from './book-next-available.ts';
import { createFollowUpStep } from './create-follow-up.ts';
import { createTaskStep } from './create-task.ts';
import { enrollWarrantyStep } from './enroll-warranty.ts';
import { qualifyStep } from './qualify.ts';
import { sendMessageStep } from './send-message.ts';
import type { StepOutcome, StepWork } from './step.ts';
import { updateLeadStep } from './update-lead.ts';

/** Every kind of step whose effects are rows, a line each. */
const STEPS = {
  send_message: sendMessageStep,
  create_follow_up: createFollowUpStep,
  create_task: createTaskStep,
  assign: assignStep,
  update_lead: updateLeadStep,
  qualify: qualifyStep,
  book_next_available: bookNextAvailableStep,
  enroll_warranty: enrollWarrantyStep,
};

export function perform(work: StepWork): Promise<StepOutcome> {
  const kind = work.step.do as keyof typeof STEPS;
  const step: (work: never) => Promise<StepOutcome> = STEPS[kind];
  return step(work as never);
}
