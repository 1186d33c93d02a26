-- Playbooks: what an organization has automated, and every version that it ever had.

create table playbooks (
  organization_id uuid not null references organizations,
  playbook_id     uuid not null,
  -- Which of the ready ones it is; null for one of the organization's own.
  key             text,
  name            text not null,
  description     text,
  enabled         boolean not null,
  -- The version that new runs are pinned to.
  version         integer not null,
  archived_at     timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, playbook_id),
  constraint playbook_archived_is_off check (archived_at is null or not enabled)
);
-- The ready ones are installed once, however many processes start at the same moment.
create unique index playbooks_key_unique on playbooks (organization_id, key) where key is not null;
-- What an event may begin.
create index playbooks_enabled on playbooks (organization_id, playbook_id) where enabled;

-- A run goes by the version that it began with, so none ever changes.
create table playbook_versions (
  organization_id uuid not null,
  playbook_id     uuid not null,
  version         integer not null check (version >= 1),
  -- { trigger, stop_on, steps, concurrency? }
  definition      jsonb not null,
  -- Who made it, as in an event.
  created_by      jsonb not null,
  created_at      timestamptz not null,
  primary key (organization_id, playbook_id, version),
  foreign key (organization_id, playbook_id) references playbooks
);

-- The one names the other: both are written in a transaction, and looked at when it ends.
alter table playbooks add constraint playbook_version_exists
  foreign key (organization_id, playbook_id, version) references playbook_versions
  deferrable initially deferred;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['playbooks', 'playbook_versions'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)',
      v_table);
    execute format(
      'create trigger %I before delete on %I for each row execute function refuse_hard_delete()',
      v_table || '_no_delete', v_table);
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_hard_delete()',
      v_table || '_no_truncate', v_table);
  end loop;
end $$;

create function refuse_playbook_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a playbook never changes; make a new one instead'
    using errcode = 'restrict_violation';
end $$;
create trigger playbook_versions_immutable before update on playbook_versions
  for each row execute function refuse_playbook_version_change();

-- Versions count from 1 without a gap. Whoever makes one holds the playbook's row, so nobody counts meanwhile.
create function refuse_playbook_version_gap() returns trigger language plpgsql as $$
begin
  if new.version <> 1 + coalesce((
      select max(v.version) from playbook_versions v
      where v.organization_id = new.organization_id and v.playbook_id = new.playbook_id), 0) then
    raise exception 'versions of a playbook follow each other without a gap'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger playbook_versions_gap_free before insert on playbook_versions
  for each row execute function refuse_playbook_version_gap();

-- Which organizations lack one of the ready playbooks: ids alone, for the start that walks them one tenant
-- at a time.
create policy owner_lists on playbooks for select to current_user using (true);
create function organizations_lacking_playbooks(p_keys text[]) returns setof uuid
  language sql stable security definer
begin atomic
  select o.organization_id from public.organizations o
    where (select count(*) from public.playbooks p
           where p.organization_id = o.organization_id and p.key = any (p_keys)) < cardinality(p_keys)
    order by o.organization_id;
end;

grant select, insert, update on playbooks to throughline_app;
grant select, insert on playbook_versions to throughline_app;
