import type { Language } from '../../domain/languages.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { ProviderKind } from '../invoices/index.ts';
import type { FailureCode } from './checkout.ts';
import { stripe } from './stripe.ts';

/** The keys of an account at a provider. */
export interface ProviderKeys {
  secret_key: string;
  webhook_secret: string;
}

/** Where and how the worker reaches a provider. */
export interface ProviderConnection {
  keys: ProviderKeys;
  outbound: Outbound;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

export interface SessionRequest {
  organizationId: string;
  checkoutId: string;
  invoiceId: string;
  /** How often the provider has failed to open the page: it would repeat its failure. */
  failures: number;
  language: Language;
  /** What the customer reads, such as the number of the invoice. */
  title: string;
  amount: number;
  currency: string;
  returnUrl: string;
}

export interface Session {
  sessionId: string;
  url: string;
  expiresAt: Date | null;
}

/**
 * `retry`: nothing is known of the outcome, or it was a moment's trouble. `retry_anew`: the provider has stored this failure
 * for the key of the request, and would repeat it.
 */
export type Opened =
  | Session
  | { failed: 'retry' | 'retry_anew'; detail: string }
  | { failed: 'refused'; detail: string; code: FailureCode };

/**
 * `processing` and `paid`: the customer was faster. `unknown`: the account of these keys does not have the page. `retry`: it
 * is worth another attempt.
 */
export type Closed = 'closed' | 'processing' | 'paid' | 'unknown' | 'retry';

/** What a provider sent to its address. */
export interface Received {
  bytes: Buffer;
  signature: string | undefined;
  now: Date;
}

/** The state of a page, or money that moved. Ids are the provider's own, unless they say otherwise. */
export type Change =
  | {
      kind: 'paid';
      /** Ours. */
      organizationId: string;
      checkoutId: string;
      /** Ours, as the provider has it: for a checkout that is unknown here. */
      invoiceId: string | null;
      paymentId: string;
      amount: number;
      currency: string;
      /** It took days, so it was no card. */
      isDelayed: boolean;
      paidAt: Date;
    }
  | {
      kind: 'checkout';
      organizationId: string;
      checkoutId: string;
      sessionId: string;
      status: 'processing' | 'expired' | 'failed';
    }
  | { kind: 'refunded_so_far'; paymentId: string; amount: number; currency: string }
  | {
      kind: 'refund';
      paymentId: string;
      refundId: string;
      amount: number;
      currency: string;
      status: RefundStatus;
    }
  | {
      kind: 'dispute';
      paymentId: string;
      disputeId: string;
      amount: number;
      currency: string;
      reason: string;
      status: DisputeStatus;
      stage: DisputeStage;
      /** When the provider reported it. */
      at: Date;
    };

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'closed',
  'other',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A bank can ask before it takes the money, and what was lost can be appealed against. In this order. */
export const DISPUTE_STAGES = ['inquiry', 'dispute', 'appeal'] as const;
export type DisputeStage = (typeof DISPUTE_STAGES)[number];

/** Its change is null if it is about something else. */
export interface Report {
  id: string;
  type: string;
  /** Whether real money moved; null if the provider does not say. */
  isLive: boolean | null;
  change: Change | null;
}

/** What every provider of payments can do. */
export interface PaymentProvider {
  /** For people. */
  readonly name: string;
  modeOf(secretKey: string): 'test' | 'live';
  /** Opens a page for a payment. The same checkout opens one page, however often it is asked for. */
  openSession(connection: ProviderConnection, request: SessionRequest): Promise<Opened>;
  /** Closes a page, so that it cannot be paid any more. */
  closeSession(connection: ProviderConnection, sessionId: string): Promise<Closed>;
  /** Whether it can be a report at all, before anything is read. */
  looksSigned(received: Received): boolean;
  /** Null if the signature is missing, wrong or old. */
  readReport(keys: ProviderKeys, received: Received): Promise<Report | null>;
}

export const PROVIDERS: Readonly<Record<ProviderKind, PaymentProvider>> = { stripe };
