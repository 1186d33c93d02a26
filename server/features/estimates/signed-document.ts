import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { toPublicId } from '../../domain/ids.ts';
import type { OrganizationRow } from '../organizations/index.ts';
import { chosenLines, depositOf, totalsOf } from './estimate.ts';
import type { EstimateRow } from './queries.ts';
import type { Signature } from './signature.ts';

/** What the customer chose: positions of the option and of its optional lines. */
export interface Choice {
  option: number;
  optionalLines: readonly number[];
}

export interface Recipient {
  name: string | null;
  address: string | null;
}

/**
 * Exactly what was shown and signed. Its canonical JSON (RFC 8785) is what the hash is of, so a program in any language can
 * compute it again. A new form of it needs a new `format`: those that were signed keep theirs.
 */
export function signedDocument(
  estimate: EstimateRow,
  company: OrganizationRow,
  customer: Recipient,
  { option: position, optionalLines }: Choice,
  { signature, at }: { signature: Signature; at: Date },
) {
  const option = estimate.options[position];
  if (option === undefined) throw new Error('The estimate has no such option');
  const lines = chosenLines(option, optionalLines);
  const totals = totalsOf(lines);
  return {
    format: 'throughline.estimate_acceptance.v1',
    company: {
      name: company.name,
      address: company.address,
      tax_id: company.tax_id,
      phone: company.phone,
    },
    customer: { name: customer.name, address: customer.address },
    estimate: offerOf(estimate),
    accepted: {
      option: position,
      option_name: option.name,
      optional_lines: optionalLines,
      lines,
      ...totals,
      deposit: depositOf(estimate.deposit, totals.total),
    },
    signature: {
      name: signature.name,
      kind: signature.kind,
      image_sha256: signature.image && sha256(signature.image),
      signed_at: at.toISOString(),
    },
  };
}

/** The version that was offered, as it is signed. */
function offerOf(estimate: EstimateRow) {
  return {
    estimate_id: toPublicId('estimate', estimate.estimate_id),
    number: estimate.number,
    version: estimate.version,
    title: estimate.title,
    currency: estimate.currency,
    valid_until: estimate.expires_on,
    options: estimate.options,
    deposit: estimate.deposit,
    warranty_months: estimate.warranty_months,
    terms: estimate.terms,
  };
}

export type SignedDocument = ReturnType<typeof signedDocument>;

/** Null for one that was erased. */
export function readSignedDocument(document: object): SignedDocument | null {
  return 'erased' in document ? null : (document as SignedDocument);
}

/** Whether the stored estimate and the stored picture are those of the document. */
export function isWhatIsStored(
  stored: object,
  estimate: EstimateRow,
  image: Buffer | null,
): boolean {
  const document = readSignedDocument(stored);
  if (document === null) return false;
  const isSameImage = document.signature.image_sha256 === (image && sha256(image));
  const { estimate: signed, accepted, signature } = document;
  const isSame =
    canonicalize(offerOf(estimate)) === canonicalize(signed) &&
    estimate.accepted_option === accepted.option &&
    canonicalize(estimate.accepted_lines) === canonicalize(accepted.optional_lines) &&
    estimate.accepted_amount === accepted.total &&
    estimate.signature_name === signature.name;
  return isSameImage && isSame;
}

/** SHA-256 of the canonical JSON, in hexadecimal digits. */
export function hashOf(document: object): string {
  return sha256(canonicalize(document) ?? '');
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
