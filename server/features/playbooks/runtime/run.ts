import { toPublicId } from '../../../domain/ids.ts';
import type { Actor } from '../../../platform/events/event.ts';

/** The rules of runs, without a database. */

export const STATUSES = [
  'queued',
  'running',
  'waiting',
  'completed',
  'stopped',
  'failed',
  'canceled',
] as const;
export type Status = (typeof STATUSES)[number];

export const STEP_STATUSES = [
  'running',
  'waiting',
  'completed',
  'skipped',
  'failed',
  'unknown',
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const TARGETS = [
  'lead_id',
  'customer_id',
  'job_id',
  'appointment_id',
  'invoice_id',
  'lifecycle_number',
] as const;

/** A run that causes an event that begins a run that …: nobody means more of these than this. */
export const MAX_DEPTH = 5;
/** Nor more runs of one playbook on one lifecycle within an hour. */
export const MAX_PER_HOUR = 20;
export const STORM_MS = 3_600_000;
/** Past its time by more than this, a run is late. */
export const LATE_MS = 60_000;

/** How long to wait after each request that was surely not taken; after the last one it has failed. */
export const BACKOFF_MS = [1_000, 5_000, 30_000];

export function isEnded(status: Status): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'waiting';
}

/** What is wrong with a run before it has done anything; null if nothing is. */
export function whyCut(
  depth: number,
  withinTheHour: number,
): { code: string; detail: string } | null {
  if (depth > MAX_DEPTH) {
    const detail = `${MAX_DEPTH} runs led to this one, each by an event of the one before: a loop. Give a trigger a condition that ends it.`;
    return { code: 'playbook_loop', detail };
  }
  if (withinTheHour >= MAX_PER_HOUR) {
    const detail = `This playbook ran ${MAX_PER_HOUR} times on this lifecycle within an hour. Give its trigger a narrower condition.`;
    return { code: 'playbook_storm', detail };
  }
  return null;
}

/** A stable name for what a step does outside: whoever hears it twice has heard it once. */
export function keyOf(runId: string, stepId: string): string {
  return `${runId}:${stepId}`;
}

/** Who does what a run does: the run itself, by its id. */
export function actorOf(runId: string): Actor {
  return { type: 'system', id: toPublicId('run', runId), name: 'Playbook' };
}

export function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
