import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { parseSent } from './parse-payload.ts';
import { findSourceToSettle } from './queries.ts';
import { readDeliveries, type SentBody } from './read-delivery.ts';
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
  summary: 'Preview what a source makes of a payload',
  description:
    'Shows the lead that would come of it, or why it would be put into quarantine. This stores nothing.',
  body: PreviewBody,
  responses: returns(SourcePreview, 'What would become of it.'),
  async run(tx, { params, body }) {
    const source = await findSourceToSettle(tx, params.id);
    const sent = await toSent(source.kind, body.payload, body.content_type);
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

async function toSent(
  kind: SourceKind,
  payload: unknown,
  contentType: string | undefined,
): Promise<SentBody> {
  const isText = typeof payload === 'string';
  const bytes = Buffer.from(isText ? payload : JSON.stringify(payload));
  const type = contentType ?? (isText ? TYPES[kind] : undefined) ?? 'application/json';
  return { contentType: type, bytes, body: await parseSent(kind, type, bytes) };
}
