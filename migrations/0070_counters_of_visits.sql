-- The counters of capacity agree with the visits: see docs/decisions/0099-one-place-for-what-a-booking-needs.md.

-- As in migration 0047. The maximum of a rule is read while no one changes it: a cancellation that had read the old one before
-- the rule was changed, and wrote it after, would have raised the counter again.
create or replace function count_capacity(
  p_organization_id uuid, p_rule_ids uuid[], p_dates date[], p_changes integer[]
) returns void
  language plpgsql volatile as $$
declare
  v_one record;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock_shared(
      hashtextextended('capacity', hashtextextended(o.organization_id::text, 0)))
    from public.organizations o where o.organization_id = p_organization_id;
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

-- As in migration 0047. A visit counts on one day for all its rules. If the organization has changed its time zone, that day can
-- be another one now, so the counters of all rules are written again, not only those of this one.
create or replace function count_visits_of_rule(
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
  -- In another time zone, a visit of today can have counted on the day before.
  update public.capacity_counts n set visits = 0, max_visits = r.max_visits
  from public.capacity_rules r
  where n.organization_id = p_organization_id and n.counted_on >= p_from - 1
    and r.organization_id = p_organization_id and r.capacity_rule_id = n.capacity_rule_id;
  insert into public.capacity_counts as n (organization_id, capacity_rule_id, counted_on, visits, max_visits)
  select p_organization_id, c.rule_id, c.date, c.visits, greatest(c.visits, r.max_visits)
  from (
    select counted.rule_id, a.counted_on as date, count(*)::integer as visits
    from public.appointments a cross join lateral unnest(a.counted_rule_ids) as counted (rule_id)
    where a.organization_id = p_organization_id
      and a.starts_at >= ((p_from - 3)::timestamp at time zone p_time_zone)
      and a.counted_on >= p_from - 1 and a.status <> 'canceled'
    group by counted.rule_id, a.counted_on
  ) as c
  join public.capacity_rules r on r.organization_id = p_organization_id and r.capacity_rule_id = c.rule_id
  on conflict (organization_id, capacity_rule_id, counted_on) do update
    set visits = excluded.visits, max_visits = excluded.max_visits;
end $$;
