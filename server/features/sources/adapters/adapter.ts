import type { Mapping } from '../schemas.ts';

/** What the adapters have in common. An adapter is a pure function from what a maker sends to the fields of a lead. */

/** The fields of a lead as they were read, before they are checked like those of any lead. */
export interface ReadFields {
  name?: string;
  phone?: string;
  email?: string;
  service_needed?: string;
  address?: string;
  notes?: string;
  language?: string;
  metadata?: Record<string, string>;
  attribution?: Record<string, string>;
}

/** A code, and a sentence for the person who looks into the quarantine. */
export interface Reason {
  reason: string;
  detail: string;
}

export type Reading =
  | {
      /** The maker's own id of the lead, which stays the same if it is sent again. */
      id: string | null;
      fields: ReadFields;
    }
  /** The fields have to be fetched from the maker. */
  | { id: string; fetch: string; fields: ReadFields }
  /** It is about something else than a new lead: a message, a review, a test. */
  | { id: string | null; ignored: Reason }
  /** It cannot become a lead without a person. */
  | { id: string | null; fields: ReadFields; quarantined: Reason };

/** What an adapter knows of its source. */
export interface SourceRules {
  mapping: Mapping;
  /** The country that phone numbers are dialed in. */
  country: string;
}

export interface Adapter {
  /** What is read of one thing that was sent. */
  read(payload: unknown, source: SourceRules): Reading;
  /** Makers that send several leads in one request: each of them. Left out: the payload is one. */
  split?(payload: unknown): unknown[];
  /** What the maker expects to get for everything that was stored. Left out: our own response. */
  response?: unknown;
}

export function unknownShape(maker: string): Reading {
  return {
    id: null,
    fields: {},
    quarantined: {
      reason: 'unknown_format',
      detail: `This does not look like what ${maker} sends. Check the kind of the source, or release it with its fields.`,
    },
  };
}
