-- A demo company that the service builds, and more about the people of an organization.

-- ── Demo company ────────────────────────────────────────────────────────────────────────────────

-- Its customers are invented: nothing may be sent to them.
alter table organizations add column is_demo boolean not null default false;

-- The channels of the month lead to a program that no longer runs, and are disabled. They stay as they are, and there
-- are no others. A new key of secrets does not concern this.
create function refuse_channel_of_demo() returns trigger
  language plpgsql as $$
begin
  if exists (select from public.organizations o where o.organization_id = new.organization_id and o.is_demo) then
    raise exception 'the channels of a demo company cannot be changed'
      using errcode = 'check_violation', constraint = 'demo_sends_nothing';
  end if;
  return new;
end $$;
create trigger channels_not_of_demo before insert or update of active, settings on channels
  for each row execute function refuse_channel_of_demo();

-- The one demo company of the service. Like service_settings, it belongs to no organization, contains no data of any,
-- and is a reference table on Citus, which is why nothing references users here.
create table demo_company (
  only_row        boolean primary key default true check (only_row),
  status          text not null default 'none' check (status in ('none', 'building', 'ready', 'failed')),
  -- Percent of the work that is done.
  progress        integer not null default 0 check (progress between 0 and 100),
  failure         text,
  -- Each run of the task counts: one that was overtaken by another can no longer write.
  attempt         integer not null default 0,
  -- Written in the transaction that copies the finished company, a moment before it is ready.
  company_id      uuid,
  -- Its owner.
  owner_id        uuid,
  requested_at    timestamptz,
  check ((company_id is null) = (owner_id is null)),
  check (status <> 'ready' or company_id is not null),
  check ((status = 'failed') = (failure is not null)),
  check ((status = 'none') = (requested_at is null))
);
insert into demo_company default values;
grant select, update on demo_company to throughline_app;
