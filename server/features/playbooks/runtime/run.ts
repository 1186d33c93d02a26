import { toPublicId } from '../../../domain/ids.ts';
import type { Actor } from '../../../platform/events/event.ts';

/** The rules of runs; no database access. */

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

/** How many runs can start each other by their events; a longer chain is a loop. */
export const MAX_DEPTH = 5;
/** The most runs of one playbook on one lifecycle within an hour. */
export const MAX_PER_HOUR = 20;
export const STORM_MS = 3_600_000;
/** A run this long past its due time is late. */
export const LATE_MS = 60_000;

/** Delays before each retry of a request that was certainly not accepted; after the last retry the step fails. */
export const BACKOFF_MS = [1_000, 5_000, 30_000];

export function isEnded(status: Status): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'waiting';
}

/** The limit that a new run exceeds; null if it exceeds none. */
export function limitError(
  depth: number,
  withinTheHour: number,
): { code: string; detail: string } | null {
  if (depth > MAX_DEPTH) {
    const detail = `This run is part of a loop: more than ${MAX_DEPTH} runs led to it, each started by an event of the previous one. Add a condition to a trigger that ends the loop.`;
    return { code: 'playbook_loop', detail };
  }
  if (withinTheHour >= MAX_PER_HOUR) {
    const detail = `This playbook ran ${MAX_PER_HOUR} times for this lifecycle within an hour. Give its trigger a narrower condition.`;
    return { code: 'playbook_storm', detail };
  }
  return null;
}

/** Idempotency key of a step, so that receivers can ignore a repeated request. */
export function keyOf(runId: string, stepId: string): string {
  return `${runId}:${stepId}`;
}

/** The actor of everything that a run does is the run itself. */
export function actorOf(runId: string): Actor {
  return { type: 'system', id: toPublicId('run', runId), name: 'Playbook' };
}

export function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
