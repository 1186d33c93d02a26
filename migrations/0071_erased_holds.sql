-- What a person said while a time was held for no one yet goes with them: see docs/decisions/0081-bookings.md.

-- As in migration 0064, and ended holds for no one whose text has a value of the person. No one needs that text any more.
create or replace function erase_appointments(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.appointment_id order by found.appointment_id) into v_ids from (
    select a.appointment_id from public.appointments a
    where a.organization_id = p_erasure.organization_id
      and (a.lifecycle_number = any (p_erasure.lifecycle_numbers)
        or (a.lifecycle_number is null and a.status = 'canceled'
          and public.holds_value(concat_ws(' ', a.location->>'address', a.notes), p_pattern)))
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

-- As in migration 0015, and the events of holds: of those that the person booked later, and of those whose text has a value of
-- the person. Their ids are in the events of the bookings.
create or replace function erase_other_events(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_values constant text := public.values_pattern(p_erasure.search->'values');
  v_booked text[];
  v_seqs bigint[];
  v_held bigint[];
begin
  select array_agg(distinct e.data->>'appointment_id') into v_booked from public.events e
  where e.organization_id = p_erasure.organization_id and e.lifecycle_number = any (p_erasure.lifecycle_numbers)
    and e.type = 'appointment.booked';
  select array_agg(found.seq order by found.seq),
         array_agg(found.seq) filter (where public.holds_value(found.text, p_pattern)
           or (found.type like 'appointment.%' and (
             coalesce(found.data->>'appointment_id' = any (v_booked), false)
             or public.holds_value(concat_ws(' ', found.data->'location'->>'address', found.data->>'notes'), v_values))))
    into v_seqs, v_held from (
    select e.seq, e.type, e.data, e.data::text || coalesce(e.previous::text, '') as text from public.events e
    where e.organization_id = p_erasure.organization_id and e.lifecycle_number is null
      and e.seq > coalesce(p_position::bigint, 0)
    order by e.seq limit p_limit) as found;
  update public.events e
    set data = public.erased_json(e.data, null, public.harmless_fields(e.type), p_pattern),
        previous = public.erased_json(e.previous, null, public.harmless_fields(e.type), p_pattern)
    where e.organization_id = p_erasure.organization_id and e.seq = any (v_held);
  perform public.erase_deliveries(p_erasure.organization_id, v_held, p_pattern);
  return (coalesce(cardinality(v_held), 0), v_seqs[p_limit]::text)::public.erasure_step;
end $$;
