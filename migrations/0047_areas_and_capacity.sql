-- Where the organization works, and how many visits it takes per day: see docs/decisions/0080-areas-and-capacity.md.
-- No foreign keys: on a cluster the tables are distributed after the migration.
create table areas (
  organization_id uuid not null,
  area_id         uuid not null,
  name            text not null,
  -- Codes in capitals without spaces and hyphens, or the beginnings of codes with a star at the end.
  postal_codes    text[] not null,
  circle          jsonb,
  polygon         jsonb,
  -- Who works there. Both empty: everyone.
  user_ids        uuid[] not null,
  team_ids        uuid[] not null,
  active          boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, area_id)
);
select guard_tenant_table('areas');
grant select, insert, update on areas to throughline_app;
grant select on areas to throughline_own;

-- At most so many visits per day of this service, in this area, on these days. Null stands for all.
create table capacity_rules (
  organization_id  uuid not null,
  capacity_rule_id uuid not null,
  service          text,
  area_id          uuid,
  weekday          integer check (weekday between 1 and 7),
  only_on          date,
  max_visits       integer not null check (max_visits between 0 and 100000),
  active           boolean not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  check (weekday is null or only_on is null),
  primary key (organization_id, capacity_rule_id)
);
select guard_tenant_table('capacity_rules');
grant select, insert, update on capacity_rules to throughline_app;
grant select on capacity_rules to throughline_own;

-- One row per rule and day with visits. The maximum is that of the rule, or what was booked already when it became less:
-- so no visit can be added, and those that exist stay.
create table capacity_counts (
  organization_id  uuid not null,
  capacity_rule_id uuid not null,
  counted_on       date not null,
  visits           integer not null check (visits >= 0),
  max_visits       integer not null,
  constraint capacity_not_exceeded check (visits <= max_visits),
  primary key (organization_id, capacity_rule_id, counted_on)
);
select guard_tenant_table('capacity_counts');
grant select, insert, update on capacity_counts to throughline_app;
grant select, insert, update on capacity_counts to throughline_own;

-- What a visit counts for: set and given back by the transactions that book, move and cancel it.
alter table appointments
  add column area_id uuid,
  add column counted_on date,
  add column counted_rule_ids uuid[] not null default '{}';

create index appointments_counted_holds on appointments (organization_id, counted_on)
  where status = 'held' and counted_on is not null;

-- Adds visits to the counters, or takes them away. In the order of the keys, so that two transactions never wait for each other.
create function count_capacity(
  p_organization_id uuid, p_rule_ids uuid[], p_dates date[], p_changes integer[]
) returns void
  language plpgsql volatile as $$
declare
  v_one record;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  for v_one in
    select c.rule_id, c.date, sum(c.change)::integer as change, r.max_visits
    from unnest(p_rule_ids, p_dates, p_changes) as c (rule_id, date, change)
    join public.capacity_rules r on r.organization_id = p_organization_id and r.capacity_rule_id = c.rule_id
    group by c.rule_id, c.date, r.max_visits
    having sum(c.change) <> 0
    order by c.rule_id, c.date
  loop
    insert into public.capacity_counts as n (organization_id, capacity_rule_id, counted_on, visits, max_visits)
    values (p_organization_id, v_one.rule_id, v_one.date, greatest(v_one.change, 0), v_one.max_visits)
    on conflict (organization_id, capacity_rule_id, counted_on) do update
      set visits = n.visits + v_one.change,
          max_visits = case
            when v_one.change < 0 then greatest(n.visits + v_one.change, v_one.max_visits)
            else n.max_visits
          end;
  end loop;
end $$;

-- A rule that is new or active again counts the visits that exist from today on, also more than it allows.
create function count_visits_of_rule(
  p_organization_id uuid, p_rule_id uuid, p_time_zone text, p_from date, p_now timestamptz
) returns void
  language plpgsql volatile as $$
declare
  v_rule public.capacity_rules;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select * into v_rule from public.capacity_rules r
  where r.organization_id = p_organization_id and r.capacity_rule_id = p_rule_id;
  update public.appointments a set counted_rule_ids = array_remove(a.counted_rule_ids, p_rule_id)
  where a.organization_id = p_organization_id
    and a.starts_at >= (p_from::timestamp at time zone p_time_zone) and p_rule_id = any (a.counted_rule_ids);
  update public.appointments a
  set counted_on = (a.starts_at at time zone p_time_zone)::date,
      counted_rule_ids = array_append(a.counted_rule_ids, p_rule_id)
  where a.organization_id = p_organization_id
    and a.starts_at >= (p_from::timestamp at time zone p_time_zone)
    and a.status <> 'canceled' and (a.status <> 'held' or a.hold_expires_at > p_now)
    and (v_rule.area_id is null or a.area_id = v_rule.area_id)
    and (v_rule.only_on is null or (a.starts_at at time zone p_time_zone)::date = v_rule.only_on)
    and (v_rule.weekday is null or extract(isodow from a.starts_at at time zone p_time_zone) = v_rule.weekday)
    and (v_rule.service is null or v_rule.service = coalesce(
      a.booked_service,
      (select j.service from public.jobs j where j.organization_id = p_organization_id and j.job_id = a.job_id),
      (select l.service_needed from public.leads l where l.organization_id = p_organization_id and l.lead_id = a.lead_id)));
  update public.capacity_counts n set visits = 0, max_visits = v_rule.max_visits
  where n.organization_id = p_organization_id and n.capacity_rule_id = p_rule_id and n.counted_on >= p_from;
  insert into public.capacity_counts as n (organization_id, capacity_rule_id, counted_on, visits, max_visits)
  select p_organization_id, p_rule_id, c.date, c.visits, greatest(c.visits, v_rule.max_visits)
  from (
    select a.counted_on as date, count(*)::integer as visits
    from public.appointments a
    where a.organization_id = p_organization_id
      and a.starts_at >= (p_from::timestamp at time zone p_time_zone) and p_rule_id = any (a.counted_rule_ids)
    group by a.counted_on
  ) as c
  on conflict (organization_id, capacity_rule_id, counted_on) do update
    set visits = excluded.visits, max_visits = excluded.max_visits;
end $$;

grant execute on function count_capacity to throughline_app, throughline_own;
grant execute on function count_visits_of_rule to throughline_app;
