-- Every filter of the list of leads keeps to one index that ends in lead_id, the order of the list. Whether
-- a lead is deleted is part of the key, so that a list skips deleted leads instead of reading them.

create index leads_by_status on leads (organization_id, status, (deleted_at is null), lead_id);
create index leads_by_source on leads (organization_id, source, status, (deleted_at is null), lead_id);
create index leads_by_assignee on leads (organization_id, assigned_to, (deleted_at is null), lead_id);
create index leads_assigned on leads (organization_id, (deleted_at is null), lead_id)
  where assigned_to is not null;
