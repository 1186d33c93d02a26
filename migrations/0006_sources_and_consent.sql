-- Where a lead came from, what was said then, and what its contact agreed to.

alter table leads
  -- The other system's own id of the lead: sent again under the same source, it is the same lead.
  add column source_ref text,
  -- By channel: granted or denied, when, where, and to which words. What was never asked is not there.
  add column consent jsonb not null default '{}';
create unique index leads_source_ref_unique on leads (organization_id, source, source_ref)
  where source_ref is not null;

alter table customers add column consent jsonb not null default '{}';

-- What was said or written under a number.
create table communications (
  organization_id  uuid not null,
  communication_id uuid not null,
  lifecycle_number text not null,
  lead_id          uuid not null,
  channel          text not null check (channel in ('call', 'chat')),
  direction        text not null check (direction in ('inbound', 'outbound')),
  body             text,
  duration_seconds integer check (duration_seconds >= 0),
  recording_url    text,
  occurred_at      timestamptz not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, communication_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number)
);
create index communications_by_lifecycle on communications (organization_id, lifecycle_number, communication_id);
alter table communications enable row level security;
alter table communications force row level security;
create policy tenant on communications
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create trigger communications_no_delete before delete on communications
  for each row execute function refuse_hard_delete();
create trigger communications_no_truncate before truncate on communications
  for each statement execute function refuse_hard_delete();
create trigger communications_lifecycle_number_immutable before update on communications
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();
grant select, insert, update on communications to throughline_app;
