/**
 * The outcome of something that was sent to another machine, by HTTP or by email. There are four results, because
 * each has a different next step.
 *
 * - `accepted`: done.
 * - `deferred`: definitely not accepted, perhaps only for now. It can be sent again.
 * - `refused`: definitely not accepted, and sending it again would change nothing.
 * - `ambiguous`: it may or may not have been accepted. It can be sent again only if the receiver detects duplicates.
 */
export type SendOutcome<Reply, Reason extends string = string> =
  | Accepted<Reply>
  | NotAccepted<Reply, Reason>;

export type SendResult = SendOutcome<unknown>['result'];

export interface Accepted<Reply> {
  result: 'accepted';
  reply: Reply;
  mayHaveArrived: true;
  durationMs: number;
}

export interface NotAccepted<Reply, Reason extends string = string> {
  result: 'deferred' | 'refused' | 'ambiguous';
  /** A stable, machine-readable code. */
  reason: Reason;
  /** For users: a sentence without its period, or the receiver's own words. */
  detail: string | null;
  /** The error code of the operating system or the library, such as `ECONNREFUSED`. */
  errorCode: string | null;
  /** Null if the receiver did not respond. */
  reply: Reply | null;
  /** Whether any of it may have reached the receiver, even if the receiver did not accept it. */
  mayHaveArrived: boolean;
  durationMs: number;
}

export function accepted<Reply>(reply: Reply, durationMs: number): Accepted<Reply> {
  return { result: 'accepted', reply, mayHaveArrived: true, durationMs };
}

/** Defaults: there was no reply, and only an ambiguous one may have arrived. */
export function notAccepted<Reason extends string>(
  result: NotAccepted<never>['result'],
  reason: Reason,
  more: Partial<Omit<NotAccepted<never, Reason>, 'result' | 'reason'>> = {},
): NotAccepted<never, Reason> {
  const mayHaveArrived = result === 'ambiguous';
  const unknown = { detail: null, errorCode: null, reply: null, mayHaveArrived, durationMs: 0 };
  return { result, reason, ...unknown, ...more };
}
