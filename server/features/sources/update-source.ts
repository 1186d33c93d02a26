import { validationFailed } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { sourceUpdated } from './events.ts';
import { fetchAgain } from './fetch-facebook-lead.task.ts';
import { lockSource, type SourceRow, saveSource, toLoggedSource, toSource } from './queries.ts';
import { Source, UpdateSourceBody } from './schemas.ts';
import { sealedAfter } from './secret.ts';
import { sourceErrors, verificationAfter } from './source.ts';

export const updateSource = mutation({
  id: 'updateSource',
  method: 'PATCH',
  path: '/v1/sources/{id}',
  tag: 'Sources',
  resource: 'source',
  scopes: ['sources:write'],
  summary: 'Update a source',
  description:
    'Changes the fields you send, for everything that arrives from now on. A source is not deleted: `active: false` closes its address.',
  body: UpdateSourceBody,
  responses: returns(Source, 'The source after the change.'),
  problems: ['secret_key_missing'],
  async run(tx, { params, body, baseUrl, secrets }) {
    const before = await lockSource(tx, params.id);
    const errors = await sourceErrors(tx.organizationId, before.kind, body, before.verification);
    if (errors.length > 0) throw validationFailed(errors);
    const owner = { organizationId: tx.organizationId, sourceId: before.source_id };
    const after: SourceRow = {
      ...before,
      name: body.name?.trim() ?? before.name,
      source: body.source?.trim() ?? before.source,
      default_service:
        body.default_service === undefined ? before.default_service : body.default_service,
      mapping: body.mapping ?? before.mapping,
      verification: verificationAfter(before.verification, body.verification),
      sealed_secret: sealedAfter(secrets, before.sealed_secret, body.verification, owner),
      active: body.active ?? before.active,
    };
    if (Object.keys(changedFields(before, after)).length === 0) {
      return { status: 200, body: toSource(before, baseUrl) };
    }
    if (typeof body.verification?.access_token === 'string') {
      await fetchAgain(tx, before.source_id);
    }
    const resource = {
      save: saveSource,
      show: (row: SourceRow) => toLoggedSource(row, baseUrl),
    };
    const { updated_at } = changeResource(tx, resource, before, after, sourceUpdated);
    return { status: 200, body: { ...toSource(after, baseUrl), updated_at } };
  },
});
