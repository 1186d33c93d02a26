/** A document as it is printed: every text is written out already, so that laying it out knows no rules of the trade. */
export interface PrintedDocument {
  /** For readers that speak it aloud, and for the title bar. */
  language: string;
  title: string;
  paper: 'A4' | 'LETTER';
  company: Party & { logo: Uint8Array | null };
  recipient: Party;
  /** Such as the number and the date. */
  facts: readonly Fact[];
  sections: readonly Section[];
  /** Headings of the columns of lines. */
  columns: { description: string; quantity: string; price: string; tax: string; amount: string };
  /** After the lines: terms, notes, how it was signed. */
  notes: readonly Note[];
  signature: { caption: string; image: Uint8Array | null } | null;
  /** At the foot of every page; {page} and {pages} are replaced. */
  footer: string;
}

export interface Party {
  name: string;
  lines: readonly string[];
}

export interface Fact {
  label: string;
  value: string;
}

export interface Section {
  heading: string | null;
  lines: readonly PrintedLine[];
  totals: readonly (Fact & { isStrong?: boolean })[];
}

export interface PrintedLine {
  description: string;
  quantity: string;
  price: string;
  tax: string;
  amount: string;
}

export interface Note {
  heading: string;
  text: string;
}
