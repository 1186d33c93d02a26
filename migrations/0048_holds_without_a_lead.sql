-- A hold can be for no one yet: it has no lead and no lifecycle number until it is booked. See decision 81.
alter table appointments
  alter column lead_id drop not null,
  alter column lifecycle_number drop not null,
  add constraint appointment_is_for_someone check (
    (lead_id is null) = (lifecycle_number is null)
    and (lead_id is not null or (hold_expires_at is not null and status in ('held', 'canceled'))));

-- What it is for is said once.
drop trigger appointments_lifecycle_number_immutable on appointments;
create trigger appointments_lifecycle_number_immutable before update on appointments
  for each row when (
    old.lifecycle_number is not null and old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();
create function refuse_other_lead() returns trigger
  language plpgsql as $$
begin
  raise exception 'An appointment stays with its lead.' using errcode = 'restrict_violation';
end $$;
create trigger appointments_keep_lead before update on appointments
  for each row when (old.lead_id is not null and old.lead_id is distinct from new.lead_id)
  execute function refuse_other_lead();
create trigger appointments_attached_person_not_erased before update on appointments
  for each row when (old.lead_id is null and new.lead_id is not null)
  execute function refuse_record_of_erased_person();

-- As in migration 0012, without the holds that are for no one: a null would make every comparison unknown.
create or replace function own_lifecycle_numbers(p_organization_id uuid) returns text[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_snapshot constant text := pg_current_snapshot()::text;
  v_user_id constant uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_numbers text[];
  v_more text[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if current_setting('app.own_lifecycle_numbers_in', true) = v_snapshot then
    return current_setting('app.own_lifecycle_numbers')::text[];
  end if;

  select coalesce(array_agg(own.lifecycle_number), '{}') into v_numbers from (
    select a.lifecycle_number from public.appointments a
      where a.organization_id = p_organization_id and a.assigned_to = v_user_id and a.lifecycle_number is not null
    union
    select j.lifecycle_number from public.jobs j
      where j.organization_id = p_organization_id and j.assigned_to = v_user_id
    union
    select l.lifecycle_number from public.leads l
      where l.organization_id = p_organization_id and l.assigned_to = v_user_id
  ) as own;
  -- A merged lead is represented by the lead it was merged into, whose contact details count.
  loop
    select array_agg(into_lead.lifecycle_number) into v_more
      from public.leads l
      join public.leads into_lead
        on into_lead.organization_id = p_organization_id and into_lead.lead_id = l.merged_into
      where l.organization_id = p_organization_id and l.merged_into is not null
        and l.lifecycle_number = any (v_numbers) and into_lead.lifecycle_number <> all (v_numbers);
    exit when v_more is null;
    v_numbers := v_numbers || v_more;
  end loop;

  perform set_config('app.own_lifecycle_numbers', v_numbers::text, true);
  perform set_config('app.own_lifecycle_numbers_in', v_snapshot, true);
  return v_numbers;
end $$;

-- Like count_capacity, but says whether there was room instead of failing: for bookings that go on without it.
create function try_count_capacity(
  p_organization_id uuid, p_rule_ids uuid[], p_dates date[], p_changes integer[]
) returns boolean
  language plpgsql volatile as $$
begin
  perform public.count_capacity(p_organization_id, p_rule_ids, p_dates, p_changes);
  return true;
exception when check_violation then
  return false;
end $$;
grant execute on function try_count_capacity to throughline_app;
