/**
 * What became of something that was sent to another machine, by HTTP or by mail. There are four results, because
 * each has another next step.
 *
 * - `accepted`: done.
 * - `deferred`: surely not taken, perhaps only for now. It can be sent again.
 * - `refused`: surely not taken, and sending it again would change nothing.
 * - `ambiguous`: it may or may not have been taken. It can be sent again only if the other side recognizes a repetition.
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
  /** A stable code, for programs. */
  reason: Reason;
  /** For people: a sentence without its full stop, or the words of the other side. */
  detail: string | null;
  /** The code of the operating system or of the library, such as `ECONNREFUSED`. */
  errorCode: string | null;
  /** Null if the other side did not respond. */
  reply: Reply | null;
  /** Whether any of it may have reached the other side, even if that did not take it. */
  mayHaveArrived: boolean;
  durationMs: number;
}

export function accepted<Reply>(reply: Reply, durationMs: number): Accepted<Reply> {
  return { result: 'accepted', reply, mayHaveArrived: true, durationMs };
}

/** Without more said: there was no reply, and only an ambiguous one may have arrived. */
export function notAccepted<Reason extends string>(
  result: NotAccepted<never>['result'],
  reason: Reason,
  more: Partial<Omit<NotAccepted<never, Reason>, 'result' | 'reason'>> = {},
): NotAccepted<never, Reason> {
  const mayHaveArrived = result === 'ambiguous';
  const unknown = { detail: null, errorCode: null, reply: null, mayHaveArrived, durationMs: 0 };
  return { result, reason, ...unknown, ...more };
}
