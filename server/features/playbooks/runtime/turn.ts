import type { Secrets } from '../../../platform/secrets.ts';
import type { SecretPlaceholders } from '../secret-references.ts';
import type { StepRequest } from '../steps/step.ts';
import type { Bounds } from './interpret.ts';
import type { RequestOutcome } from './request-outcome.ts';

/**
 * Much longer than a turn takes. During a turn the row is locked, so no other worker can claim it. While a request is
 * in progress, its worker renews the claim every third of this time.
 */
export const LEASE_MS = 10_000;

export interface Claim {
  organization_id: string;
  run_id: string;
  fence: number;
  due_at: Date;
  lifecycle_number: string | null;
  /** A worker had it before, and did not finish its turn: it was killed, or an error occurred. */
  was_claimed: boolean;
}

/** A request that the database shows as in progress, to be sent now. */
export interface OutgoingRequest {
  stepId: string;
  request: StepRequest;
  timeoutMs: number;
  key: string;
  /** The secrets that sign it. */
  secrets: string[];
  /** The named secrets that it contains, and where. Only in memory, until it is sent. */
  placeholders: SecretPlaceholders;
  values: ReadonlyMap<string, string>;
  /** A performance.now() value. */
  startedAt: number;
}

/** A request with its outcome. */
export interface SentRequest {
  outgoing: OutgoingRequest;
  outcome: RequestOutcome;
}

export type Turn =
  | { kind: 'over' }
  | { kind: 'more' }
  | { kind: 'send'; outgoing: OutgoingRequest };

export interface TurnOptions {
  claim: Claim;
  bounds: Bounds;
  /** Whether this loop sends requests. */
  isOutbound: boolean;
  /** The outcome of the request that the previous turn prepared. */
  sent: SentRequest | null;
  secrets: Secrets | null;
  /** Called with the first position of the turn. A step that fails there has failed alone. */
  onStart(position: number): void;
}
