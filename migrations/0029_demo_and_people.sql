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

-- ── People ──────────────────────────────────────────────────────────────────────────────────────

alter table users
  add column phone text,
  -- Where the day begins: { address, latitude, longitude }. It can be the home of the person.
  add column start_location jsonb;

-- How a user wants the console to be, in every browser. Null: as the console decides.
create table user_preferences (
  organization_id uuid not null,
  user_id         uuid not null,
  theme           text check (theme in ('light', 'dark')),
  density         text check (density in ('compact', 'touch')),
  letter_keys     boolean not null,
  language        text check (language in ('en', 'es', 'fr', 'de', 'pt')),
  -- By screen: [{ name, filters }]. Filters can contain what was searched for.
  saved_views     jsonb not null,
  updated_at      timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users
);
select guard_tenant_table('user_preferences');
grant select, insert, update on user_preferences to throughline_app;

-- Also what users have searched for and saved, before the first of the keys. Otherwise this is as before.
create or replace function erase_contact_keys(
  p_erasure public.erasures, p_pattern text, p_position text, p_limit integer
) returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_batch constant integer := p_limit * 100;
  v_contacts uuid[] := p_erasure.lead_ids || p_erasure.customer_ids || array(
    select j.job_id from public.jobs j
    where j.organization_id = p_erasure.organization_id and j.lifecycle_number = any (p_erasure.lifecycle_numbers));
  v_last bigint;
  v_count integer;
  v_rows bigint;
begin
  if p_position is null then
    update public.user_preferences p
      set saved_views = public.erased_json(p.saved_views, null, null, p_pattern)
      where p.organization_id = p_erasure.organization_id and public.holds_value(p.saved_views::text, p_pattern);
  end if;
  select max(found.key), count(*) into v_last, v_count from (
    select k.key from public.contact_keys k
    where k.organization_id = p_erasure.organization_id and (p_position is null or k.key > p_position::bigint)
    order by k.key limit v_batch) as found;
  delete from public.contact_keys k
    where k.organization_id = p_erasure.organization_id and (p_position is null or k.key > p_position::bigint)
      and k.key <= v_last and k.contact_id = any (v_contacts);
  get diagnostics v_rows = row_count;
  return (v_rows, case when v_count = v_batch then v_last::text end)::public.erasure_step;
end $$;
