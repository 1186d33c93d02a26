import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { newKey } from '../../platform/unguessable-key.ts';
import { sourceCreated } from './events.ts';
import { insertSource, type SourceRow, toLoggedSource, toSource } from './queries.ts';
import { CreateSourceBody, SOURCE_KINDS, Source } from './schemas.ts';
import { sealedAfter } from './secret.ts';
import { NO_VERIFICATION, sourceErrors, verificationAfter } from './source.ts';

export const createSource = mutation({
  id: 'createSource',
  method: 'POST',
  path: '/v1/sources',
  tag: 'Sources',
  resource: 'source',
  scopes: ['sources:write'],
  summary: 'Create a source',
  description:
    'Creates an address for the leads of a marketplace, an advertiser, call tracking, a program, a form or a mailbox. Give its `url` to the maker. What cannot become a lead is kept in quarantine.',
  body: CreateSourceBody,
  responses: creates(Source, 'The source, with its address.'),
  problems: ['quota_exceeded', 'secret_key_missing'],
  check: async (body, caller) => ({
    errors: await sourceErrors(
      caller.organizationId,
      SOURCE_KINDS.find((kind) => kind === body.kind),
      body,
    ),
  }),
  async run(tx, { body, baseUrl, secrets }) {
    const sourceId = newUuid();
    const owner = { organizationId: tx.organizationId, sourceId };
    const row: SourceRow = {
      source_id: sourceId,
      source_key: newKey(),
      name: body.name.trim(),
      kind: body.kind,
      source: body.source.trim(),
      default_service: body.default_service ?? null,
      mapping: body.mapping ?? {},
      verification: verificationAfter(NO_VERIFICATION, body.verification),
      sealed_secret: sealedAfter(secrets, null, body.verification, owner),
      active: body.active ?? true,
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertSource(tx, row);
    tx.emit(null, pendingEvent(sourceCreated, toLoggedSource(row, baseUrl)));
    return { status: 201, body: toSource(row, baseUrl) };
  },
});
