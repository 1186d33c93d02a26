import { assign } from './assign.ts';
import { bookNextAvailable } from './book-next-available.ts';
import { branch } from './branch.ts';
import { createFollowUp } from './create-follow-up.ts';
import { createTask } from './create-task.ts';
import { enrollWarranty } from './enroll-warranty.ts';
import { httpRequest } from './http-request.ts';
import { qualify } from './qualify.ts';
import { sendMessage } from './send-message.ts';
import type { StepKind } from './step.ts';
import { stop } from './stop.ts';
import { updateLead } from './update-lead.ts';
import { wait } from './wait.ts';

/** All types of steps, in the order in which the documentation lists them. */
export const STEPS = [
  sendMessage,
  createFollowUp,
  assign,
  updateLead,
  qualify,
  createTask,
  bookNextAvailable,
  enrollWarranty,
  httpRequest,
  wait,
  branch,
  stop,
] as const;

type StepOf<Kind> = Kind extends StepKind<infer Of> ? Of : never;

/** A step of a definition: a union, distinguished by `do`. */
export type Step = StepOf<(typeof STEPS)[number]>;

export const STEP_NAMES = STEPS.map((kind) => kind.do);

const kinds: ReadonlyMap<unknown, StepKind<Step>> = new Map(STEPS.map((kind) => [kind.do, kind]));

export function findStepKind(name: unknown): StepKind<Step> | undefined {
  return kinds.get(name);
}

export function kindOf(step: Step): StepKind<Step> {
  const kind = kinds.get(step.do);
  if (!kind) throw new Error(`Unknown type of step: ${step.do}.`);
  return kind;
}
