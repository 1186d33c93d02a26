-- What the customer says about a visit: see docs/decisions/0093-reviews.md.
alter table appointments
  add column review_rating smallint,
  add column review_comment text,
  -- When it was first given.
  add column reviewed_at timestamptz,
  add constraint appointment_review check (
    case when review_rating is null then review_comment is null and reviewed_at is null
         else review_rating between 1 and 5 and reviewed_at is not null and status = 'completed' end),
  add constraint appointment_review_comment check (char_length(review_comment) <= 2000);
create index appointments_reviewed on appointments (organization_id, starts_at, appointment_id)
  where review_rating is not null;

drop trigger appointments_stay_erased on appointments;
create trigger appointments_stay_erased before update on appointments
  for each row when (
    (old.location, old.notes, old.cancel_reason, old.review_comment)
    is distinct from (new.location, new.notes, new.cancel_reason, new.review_comment))
  execute function refuse_record_of_erased_person();

create or replace function erase_appointments(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.appointment_id order by found.appointment_id) into v_ids from (
    select a.appointment_id from public.appointments a
    where a.organization_id = p_erasure.organization_id and a.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or a.appointment_id > p_position::uuid)
    order by a.appointment_id limit p_limit) as found;
  update public.appointments a
    set location = public.erased_json(a.location, null, '{}', p_pattern),
        notes = case when a.notes is not null then '[erased]' end,
        cancel_reason = public.erased_unless_code(a.cancel_reason, p_pattern),
        review_comment = case when a.review_comment is not null then '[erased]' end,
        type = case when public.holds_value(a.type, p_pattern) then '[erased]' else a.type end
    where a.organization_id = p_erasure.organization_id and a.appointment_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

-- The colour of the company on its customers' pages.
alter table organizations add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$');
