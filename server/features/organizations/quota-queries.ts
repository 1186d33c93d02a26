import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { keysOf } from '../../platform/keys-of.ts';
import { QUOTAS, type QuotaResource, type Quotas } from './quota-schemas.ts';

interface QuotaRow {
  resource: QuotaResource;
  max: number;
  used: number;
}

const selectQuotas = statement(
  'select_quotas',
  `select r.resource, quota_of($1, r.resource) as max, quota_used($1, r.resource, $3) as used
   from unnest($2::text[]) as r (resource)`,
);

export async function findQuotas(tx: Tx): Promise<Quotas> {
  const values = [tx.organizationId, keysOf(QUOTAS), tx.now];
  const rows = await tx.query<QuotaRow>(selectQuotas, values);
  const of = (resource: QuotaResource) => {
    const row = rows.find((one) => one.resource === resource);
    return { limit: row?.max ?? QUOTAS[resource], used: row?.used ?? 0 };
  };
  return {
    organization_id: toPublicId('organization', tx.organizationId),
    channels: of('channels'),
    file_megabytes: of('file_megabytes'),
    forms: of('forms'),
    playbooks: of('playbooks'),
    sources: of('sources'),
    templates: of('templates'),
    tokens: of('tokens'),
    users: of('users'),
    webhook_endpoints: of('webhook_endpoints'),
  };
}

const upsertQuota = statement(
  'upsert_quota',
  `insert into organization_quotas (organization_id, resource, max) values ($1, $2, $3)
   on conflict (organization_id, resource) do update set max = excluded.max`,
);

export function saveQuotas(tx: Tx, limits: Readonly<Partial<Record<QuotaResource, number>>>): void {
  for (const [resource, max] of Object.entries(limits)) {
    tx.query(upsertQuota, [tx.organizationId, resource, max]);
  }
}
