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

export function toRequestOutcome(sent: HttpOutcome): RequestOutcome {
  if (sent.result === 'accepted') return { ...sent, reply: toStepReply(sent.reply) };
  const reply = sent.reply && toStepReply(sent.reply);
  return { ...sent, reason: reasonOf(sent), detail: sent.detail && `${sent.detail}.`, reply };
}

function reasonOf({ result, reason, reply }: NotAccepted<HttpReply>): string {
  if (reply !== null) return result === 'deferred' ? 'request_failed' : 'request_refused';
  if (result === 'refused' || reason === 'tls_failed') return reason;
  if (result === 'deferred') return 'connection_failed';
  return reason === 'timeout' ? 'request_timed_out' : 'connection_lost';
}

/** The status code decides the outcome, so a body that cannot be read is shown as null. */
function toStepReply({ status, contentType, body, bodyEnd }: HttpReply): StepReply {
  if (bodyEnd === 'interrupted') return { status, body: null };
  const text = body.toString('utf8');
  if (!/json/i.test(contentType ?? '')) return { status, body: storableText(text) };
  try {
    return { status, body: storable(JSON.parse(text)) };
  } catch {
    return { status, body: null };
  }
}
