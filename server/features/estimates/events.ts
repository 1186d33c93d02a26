import { writtenAmount } from '../../domain/currencies.ts';
import { eventTypeAbout, eventTypeFor } from '../../platform/events/event.ts';
import { Estimate } from './schemas.ts';

const subject = ({ number, version, title }: Estimate) =>
  `Estimate ${number}${version > 1 ? `, version ${version}` : ''}: ${title}`;
const estimateEvent = eventTypeFor(Estimate, 'estimates:read');
const estimateEventAbout = eventTypeAbout(
  Estimate,
  ({ number, version }) => `Estimate ${number}${version > 1 ? `, version ${version},` : ''}`,
  'estimates:read',
);

export const estimateCreated = estimateEvent(
  'estimate.created',
  'A draft of an estimate was created.',
  (estimate) => `${subject(estimate)} created`,
);
export const estimateUpdated = estimateEventAbout(
  'estimate.updated',
  'A draft of an estimate was changed.',
);
export const estimateSent = estimateEvent(
  'estimate.sent',
  'An estimate was sent: see `delivery`. It cannot be changed any more.',
  (estimate) => `${subject(estimate)} sent, valid until ${estimate.valid_until}`,
);
export const estimateResent = estimateEvent(
  'estimate.resent',
  'A sent estimate was sent again: see `delivery`.',
  ({ number, delivery }) => `Estimate ${number} sent again by ${delivery}`,
);
export const estimateViewed = estimateEventAbout(
  'estimate.viewed',
  'The customer opened an estimate.',
);
export const estimateAccepted = estimateEvent(
  'estimate.accepted',
  'An estimate was accepted and signed. `job.created` comes with it.',
  ({ number, currency, acceptance }) =>
    `Estimate ${number} accepted: ${acceptance?.option_name} for ${writtenAmount(acceptance?.amount ?? 0, currency)}`,
);
export const estimateDeclined = estimateEvent(
  'estimate.declined',
  'The customer declined an estimate.',
  ({ number, decline_reason }) => `Estimate ${number} declined: ${decline_reason}`,
);
export const estimateExpired = estimateEventAbout(
  'estimate.expired',
  'The last day of an open estimate passed.',
);
export const estimateRevised = estimateEvent(
  'estimate.revised',
  'A new version of an estimate was created, as a draft.',
  ({ number, version }) => `Estimate ${number} revised: version ${version}`,
);
export const estimateSuperseded = estimateEventAbout(
  'estimate.superseded',
  'A version was replaced by `superseded_by`.',
);
