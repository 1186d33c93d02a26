import type { HttpOutcome, HttpReply } from '../../../platform/outbound/http-client.ts';
import {
  type NotAccepted,
  notAccepted,
  type SendOutcome,
} from '../../../platform/outbound/outcome.ts';
import { StepFailure } from '../steps/step-failure.ts';
import { storable, storableText } from './storable.ts';

/** The part of a response that the step shows as its output. */
export interface StepReply {
  status: number;
  body: unknown;
}

export type RequestOutcome = SendOutcome<StepReply>;

export const INTERRUPTED: RequestOutcome = notAccepted('ambiguous', 'interrupted', {
  detail:
    'The worker was lost while the request was in progress. Check at the receiver whether the request arrived.',
});

export function toStepFailure({ reason, detail }: NotAccepted<unknown>): StepFailure {
  return new StepFailure(reason, detail ?? reason);
}

/** `mask` hides the secrets of the request, which the other system may have sent back. */
export function toRequestOutcome(
  sent: HttpOutcome,
  mask: (value: unknown) => unknown = (value) => value,
): RequestOutcome {
  if (sent.result === 'accepted') return { ...sent, reply: toStepReply(sent.reply, mask) };
  const reply = sent.reply && toStepReply(sent.reply, mask);
  const detail = sent.detail && `${mask(sent.detail)}.`;
  return { ...sent, reason: reasonOf(sent), detail, reply };
}

function reasonOf({ result, reason, reply }: NotAccepted<HttpReply>): string {
  if (reply !== null) return result === 'deferred' ? 'request_failed' : 'request_refused';
  if (result === 'refused' || reason === 'tls_failed') return reason;
  if (result === 'deferred') return 'connection_failed';
  return reason === 'timeout' ? 'request_timed_out' : 'connection_lost';
}

/** The status code decides the outcome, so a body that cannot be read is shown as null. */
function toStepReply(
  { status, contentType, body, bodyEnd }: HttpReply,
  mask: (value: unknown) => unknown,
): StepReply {
  if (bodyEnd === 'interrupted') return { status, body: null };
  const text = body.toString('utf8');
  // Masked before it is cut, so that no part of a secret remains at the end.
  if (!/json/i.test(contentType ?? '')) return { status, body: storableText(String(mask(text))) };
  try {
    return { status, body: storable(mask(JSON.parse(text))) };
  } catch {
    return { status, body: null };
  }
}
