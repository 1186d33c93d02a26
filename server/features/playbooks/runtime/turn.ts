import type { Secrets } from '../../../platform/secrets.ts';
import type { StepRequest } from '../steps/step.ts';
import type { Answer } from './answer.ts';
import type { Bounds } from './interpret.ts';

/**
 * Longer than a turn takes by far; while one lasts, its row is locked and nobody can claim it anyway. While a
 * request is under way its worker says so, every third of this.
 */
export const LEASE_MS = 10_000;

export interface Claim {
  organization_id: string;
  run_id: string;
  fence: number;
  due_at: Date;
  lifecycle_number: string | null;
}

/** A request that was written down as under way, to be sent now. */
export interface Sending {
  stepId: string;
  request: StepRequest;
  timeoutMs: number;
  key: string;
  secrets: string[];
  /** Of performance.now(). */
  startedAt: number;
}

/** What came of a request. */
export interface Answered {
  sending: Sending;
  answer: Answer;
}

export type Turn = { kind: 'over' } | { kind: 'more' } | { kind: 'send'; sending: Sending };

export interface TurnOptions {
  claim: Claim;
  bounds: Bounds;
  /** Whether requests to other machines are this worker's business. */
  isOutbound: boolean;
  /** What came of the request that the turn before began. */
  answered: Answered | null;
  secrets: Secrets | null;
  /** Called with where the turn begins, once it is known: what fails there fails by itself. */
  began(position: number): void;
}
