import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound, validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { mappingErrors } from './mapping.ts';
import { parseSent } from './parse-payload.ts';
import { findSourceToSettle, type PublicSource } from './queries.ts';
import { readDeliveries, type SentBody } from './read-delivery.ts';
import { findReceipt } from './receipt-queries.ts';
import { PreviewBody, SourcePreview } from './receipt-schemas.ts';
import type { SourceKind } from './schemas.ts';

const MAX_SHOWN = 50;

export const previewSource = read({
  id: 'previewSource',
  method: 'POST',
  path: '/v1/sources/{id}/preview',
  tag: 'Sources',
  resource: 'source',
  scopes: ['sources:read'],
  alsoNeeds: [['leads:read']],
  summary: 'Preview what a source makes of a payload',
  description:
    'Shows the lead that would come of a payload or of a stored receipt, or why it would be put into quarantine; also with a `mapping` that is not saved yet. This stores nothing.',
  body: PreviewBody,
  responses: returns(SourcePreview, 'What would become of it.'),
  async run(tx, { params, body }) {
    const stored = await findSourceToSettle(tx, params.id);
    const { mapping = stored.mapping } = body;
    const errors = await mappingErrors(tx.organizationId, stored.kind, body.mapping);
    if (errors.length > 0) throw validationFailed(errors);
    const source = { ...stored, mapping };
    const sent =
      body.receipt_id === undefined
        ? await givenSent(source.kind, body.payload, body.content_type)
        : await receivedBefore(tx, source, body.receipt_id);
    const read = await readDeliveries(source, sent);
    return {
      results: read.slice(0, MAX_SHOWN).map(({ outcome, reason, fields }) => ({
        outcome,
        reason: reason?.reason ?? null,
        detail: reason?.detail ?? null,
        fields,
      })),
    };
  },
});

const TYPES: Partial<Record<SourceKind, string>> = {
  email: 'message/rfc822',
  form: 'application/x-www-form-urlencoded',
};

/** As it arrived: also what is not text, and a form with its boundary. */
async function receivedBefore(
  tx: Tx,
  { source_id, kind }: PublicSource,
  receiptId: string,
): Promise<SentBody> {
  const uuid = toUuid('receipt', receiptId);
  const receipt = uuid === null ? null : await findReceipt(tx, uuid);
  if (receipt === null || receipt.source_id !== source_id) throw notFound('receipt', receiptId);
  const { payload: bytes, payload_bytes: length, content_type: contentType } = receipt;
  if (bytes === null) {
    const detail = 'What arrived is not kept any more. Choose another receipt, or send a payload.';
    throw validationFailed([{ pointer: '/receipt_id', code: 'expired', detail }]);
  }
  // Of a large one, all values are kept as JSON.
  const isWhole = length <= bytes.length || contentType === 'application/json';
  const body = await parseSent(kind, contentType, bytes, isWhole);
  return { contentType, bytes, length, body };
}

async function givenSent(
  kind: SourceKind,
  payload: unknown,
  contentType: string | undefined,
): Promise<SentBody> {
  if (payload === undefined) {
    const detail = 'Send a payload or a receipt_id.';
    throw validationFailed([{ pointer: '/payload', code: 'required', detail }]);
  }
  const isText = typeof payload === 'string';
  const bytes = Buffer.from(isText ? payload : JSON.stringify(payload));
  const type = contentType ?? (isText ? TYPES[kind] : undefined) ?? 'application/json';
  const body = await parseSent(kind, type, bytes);
  return { contentType: type, bytes, length: bytes.length, body };
}
