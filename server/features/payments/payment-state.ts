import {
  DISPUTE_STAGES,
  type DisputeStage,
  type DisputeStatus,
  type RefundStatus,
} from './provider.ts';

/**
 * What is known of a payment at the provider. Reports arrive in any order, twice, or only in part, so each is merged in a
 * way that gives the same result in every order. Pure rules.
 */

export interface KnownRefund {
  amount: number;
  status: RefundStatus;
}

/** What was stored before migration 0067 has none of the three. */
const OLDER = { currency: '', stage: 'dispute', at: 0 } as const;

export interface KnownDispute {
  amount: number;
  /** Its own: a bank disputes what it has taken from the account of its customer. */
  currency: string;
  reason: string;
  status: DisputeStatus;
  stage: DisputeStage;
  /** When the provider reported this, in milliseconds. */
  at: number;
}

export interface Refunds {
  /** By the provider's id. */
  refunds: Readonly<Record<string, KnownRefund>>;
  /** The highest total that was reported without saying which refunds it is of. */
  reported_refunded: number;
}

const REFUND_RANKS: Readonly<Record<RefundStatus, number>> = {
  pending: 0,
  succeeded: 1,
  failed: 2,
};

export function mergeRefund(known: Refunds, id: string, refund: KnownRefund): Refunds {
  const before = known.refunds[id];
  if (before && REFUND_RANKS[before.status] >= REFUND_RANKS[refund.status]) return known;
  return { ...known, refunds: { ...known.refunds, [id]: refund } };
}

export function mergeReportedTotal(known: Refunds, total: number): Refunds {
  return { ...known, reported_refunded: Math.max(known.reported_refunded, total) };
}

/**
 * How much was refunded: what the refunds add up to, or the total that was reported, whichever is more. Accounts differ in
 * which of the two they report; most report both.
 */
export function refundedTotal({ refunds, reported_refunded }: Refunds): number {
  const succeeded = Object.values(refunds).filter(({ status }) => status === 'succeeded');
  const sum = succeeded.reduce((total, { amount }) => total + amount, 0);
  return Math.max(sum, reported_refunded);
}

/**
 * Whether a refund of the provider is one that a person has recorded by hand. `byHand`: the amounts recorded for the payment,
 * `unrecorded`: refunds of the provider that are not in the ledger. Equal amounts belong together, each once. An amount that is
 * left over by hand, and is not the one that was reported now, may be a part of it: that is for a person to decide.
 */
export function compareByHand(
  amount: number,
  byHand: readonly number[],
  unrecorded: readonly number[],
): 'recorded' | 'maybe' | 'new' {
  const left = [...byHand];
  for (const known of unrecorded) {
    const at = left.indexOf(known);
    if (at >= 0) left.splice(at, 1);
  }
  if (left.includes(amount)) return 'recorded';
  return left.length > 0 ? 'maybe' : 'new';
}

const DISPUTE_RANKS: Readonly<Record<DisputeStatus, number>> = {
  other: 0,
  needs_response: 1,
  under_review: 2,
  closed: 3,
  won: 4,
  lost: 5,
};

export type Disputes = Readonly<Record<string, KnownDispute>>;

/**
 * The newest report of a dispute counts, by the time of the provider: an inquiry becomes a dispute, and one that was lost can
 * be appealed against and won. Of reports of the same second, the later step counts.
 */
export function mergeDispute(known: Disputes, id: string, dispute: KnownDispute): Disputes {
  const before = known[id];
  const isOlder = before && compareDisputes({ ...OLDER, ...before }, dispute) >= 0;
  return isOlder ? known : { ...known, [id]: dispute };
}

/** A total order: only the same report is equal. */
function compareDisputes(a: KnownDispute, b: KnownDispute): number {
  return (
    a.at - b.at ||
    DISPUTE_STAGES.indexOf(a.stage) - DISPUTE_STAGES.indexOf(b.stage) ||
    DISPUTE_RANKS[a.status] - DISPUTE_RANKS[b.status] ||
    a.amount - b.amount ||
    compareTexts(a.currency, b.currency) ||
    compareTexts(a.reason, b.reason)
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function isClosed({ status }: Pick<KnownDispute, 'status'>): boolean {
  return DISPUTE_RANKS[status] >= DISPUTE_RANKS.closed;
}

/** What a person has to do about a dispute. */
export type DisputeTask = 'inquiry' | 'opened' | 'appeal' | 'lost' | 'won_after_all' | 'other';

/** What is new of a dispute: the events to emit, and what a person has to do. */
export function newsOfDispute(
  before: KnownDispute | undefined,
  after: KnownDispute,
): { isOpened: boolean; isEnded: boolean; task: DisputeTask | null } {
  if (before === undefined) {
    return { isOpened: true, isEnded: isClosed(after), task: taskOf(after) };
  }
  const wasAt = { ...OLDER, ...before };
  if (wasAt.stage === after.stage && wasAt.status === after.status) {
    return { isOpened: false, isEnded: false, task: null };
  }
  const isStep = DISPUTE_STAGES.indexOf(after.stage) > DISPUTE_STAGES.indexOf(wasAt.stage);
  const isReopened = isClosed(wasAt) && !isClosed(after);
  const wasLost = wasAt.status === 'lost' || wasAt.stage === 'appeal';
  return {
    isOpened: isStep || isReopened,
    isEnded: isClosed(after),
    task: after.status === 'won' && wasLost ? 'won_after_all' : taskOf(after),
  };
}

function taskOf({ stage, status }: KnownDispute): DisputeTask | null {
  if (status === 'needs_response') return stage === 'dispute' ? 'opened' : stage;
  return status === 'other' || status === 'lost' ? status : null;
}

/** The dispute to show: one that is open, else the last. */
export function shownDispute(disputes: Disputes, ofPayment: string) {
  const all = Object.values(disputes)
    .map((dispute) => ({ ...OLDER, ...dispute }))
    .toSorted(compareDisputes);
  const shown = all.findLast((dispute) => !isClosed(dispute)) ?? all.at(-1);
  if (shown === undefined) return null;
  const { status, reason, amount, currency } = shown;
  return { status, reason, amount, currency: currency || ofPayment };
}
