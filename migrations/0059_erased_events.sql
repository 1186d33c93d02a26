-- After an erasure every event still has the shape of its type. Texts of days and times, and words of ours, were erased
-- in fields that came later; of coordinates an empty object was left.

create or replace function harmless_fields(p_type text) returns text[]
  language sql immutable parallel safe
  return array['lifecycle_number', 'number', 'status', 'paused_status', 'type', 'kind', 'channel', 'direction',
    'purpose', 'said_by', 'service_needed', 'service', 'currency', 'method', 'confidence', 'reasons', 'code',
    'event', 'waiting_for', 'playbook_name', 'step_id', 'cancel_on', 'content_type', 'author', 'time_zone',
    'allowed', 'lifecycle_numbers', 'relation', 'outcome', 'language', 'anchor', 'delivery', 'signature_kind',
    'provider']
    || case when p_type like 'lead.%' then array['source'] else '{}' end;

create or replace function fields_with_own_words() returns text[]
  language sql immutable parallel safe
  return array['status', 'paused_status', 'kind', 'channel', 'direction', 'purpose', 'said_by', 'currency', 'method',
    'confidence', 'reasons', 'event', 'waiting_for', 'cancel_on', 'time_zone', 'relation', 'outcome', 'language',
    'lifecycle_number', 'lifecycle_numbers', 'anchor', 'delivery', 'signature_kind', 'provider'];

create or replace function erased_string(p_value jsonb, p_field text, p_keep text[], p_pattern text) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  v_text text := p_value #>> '{}';
begin
  if p_keep is null then
    if lower(v_text) ~ p_pattern then
      return '"[erased]"'::jsonb;
    end if;
    return p_value;
  end if;
  if p_field = any (p_keep)
      and (p_field = any (public.fields_with_own_words()) or not coalesce(lower(v_text) ~ p_pattern, false)) then
    return p_value;
  end if;
  if right(p_field, 3) = '_id' or right(p_field, 4) = '_ids'
      or p_field in ('id', 'assigned_to', 'duplicate_of', 'merged_into', 'refund_of') then
    if length(v_text) between 29 and 57 and v_text ~ '^[a-z_]+_[0-9a-z]+$' then
      return p_value;
    end if;
  elsif right(p_field, 3) in ('_at', '_on') or right(p_field, 6) in ('_until', '_since') or p_field in ('at', 'timestamp') then
    if length(v_text) between 10 and 35 and v_text ~ '^[0-9]+-[0-9]+-[0-9]+[0-9T:.Z+-]*$' then
      return p_value;
    end if;
  elsif right(p_field, 6) = 'reason' and p_keep <> '{}' and v_text ~ '^[a-z][a-z0-9_.]*$'
      and not coalesce(lower(v_text) ~ p_pattern, false) then
    return p_value;
  elsif p_field in ('url', 'recording_url') then
    return '"https://erased.invalid/"'::jsonb;
  end if;
  return '"[erased]"'::jsonb;
end $$;

create or replace function erased_json(p_value jsonb, p_field text, p_keep text[], p_pattern text) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  v_keep text[] := case when p_keep is null then null
                        when p_field in ('input', 'output', 'metadata', 'attribution') then '{}'
                        when p_field = 'consent' then '{status}'
                        else p_keep end;
begin
  case jsonb_typeof(p_value)
    when 'object' then
      if p_field in ('actor', 'created_by') then
        return p_value;
      end if;
      return coalesce((
        select jsonb_object_agg(m.key, case jsonb_typeof(m.value)
            when 'string' then public.erased_string(m.value, m.key, v_keep, p_pattern)
            -- Most consents were never asked for. A call saved is 50 µs saved.
            when 'object' then case
              when m.key = 'coordinates' then 'null'
              when m.value = '{"at": null, "source": null, "status": "unknown", "wording": null}' then m.value
              else public.erased_json(m.value, m.key, v_keep, p_pattern) end
            when 'array' then public.erased_json(m.value, m.key, v_keep, p_pattern)
            else m.value end)
        from jsonb_each(p_value) as m
        -- Where the person lives. They are optional, and not text.
        where m.key not in ('latitude', 'longitude')), '{}');
    when 'array' then
      return coalesce((
        select jsonb_agg(public.erased_json(m.value, p_field, p_keep, p_pattern) order by m.ordinality)
        from jsonb_array_elements(p_value) with ordinality as m), '[]');
    when 'string' then
      return public.erased_string(p_value, p_field, p_keep, p_pattern);
    else
      return p_value;
  end case;
end $$;
