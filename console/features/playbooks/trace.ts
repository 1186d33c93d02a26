import type { PlaybookRunStep } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import type { BadgeLook } from '../../ui/badge.tsx';
import { isObject } from './is-object.ts';

/** What happened at each step, or would happen. */
export interface Trace {
  steps: ReadonlyMap<string, PlaybookRunStep>;
  /** Whether it is a trial: nothing of it has happened. */
  isTrial: boolean;
  /** "9:30 AM" in the zone of the company. */
  time(at: string): string;
}

export function traceOf(
  steps: readonly PlaybookRunStep[],
  isTrial: boolean,
  time: Trace['time'],
): Trace {
  return { steps: new Map(steps.map((step) => [step.step_id, step])), isTrial, time };
}

const LOOKS: Readonly<Record<string, BadgeLook>> = {
  completed: 'ok',
  failed: 'danger',
  unknown: 'warn',
  waiting: 'accent',
  running: 'accent',
};

export function outcomeOf(
  { isTrial, time, steps }: Trace,
  stepId: string,
): { word: string; look: BadgeLook; about: string } {
  const step = steps.get(stepId);
  if (!step) return { word: text.playbooks.notReached, look: 'plain', about: '' };
  const { stepStatus, wouldStatus } = text.playbooks;
  const words: Readonly<Record<string, string>> = isTrial
    ? { ...stepStatus, ...wouldStatus }
    : stepStatus;
  return {
    word: words[step.status] ?? step.status,
    look: LOOKS[step.status] ?? 'plain',
    about: aboutOf(step, time),
  };
}

/** The one line that matters: why it failed, what was sent, until when it waits. */
function aboutOf({ error, input, output }: PlaybookRunStep, time: Trace['time']): string {
  if (error !== null) return error.detail;
  const [given, result] = [input, output].map((one) => (isObject(one) ? one : {}));
  const said = [given?.subject, given?.body, given?.title].filter((one) => typeof one === 'string');
  if (said.length > 0) return said.join(': ');
  if (result?.taken === 'then') return text.playbooks.takenTrue;
  if (result?.taken === 'else') return text.playbooks.takenFalse;
  if (result?.timed_out === true) return text.playbooks.timedOut;
  const until = result?.until ?? result?.resumed_at ?? result?.starts_at;
  if (typeof until === 'string') return text.playbooks.until(time(until));
  return typeof result?.reason === 'string' ? result.reason.replaceAll('_', ' ') : '';
}
