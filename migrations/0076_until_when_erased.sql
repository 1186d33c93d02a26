-- The events of equipment say until when it is covered. After an erasure that is still a day.
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
  elsif right(p_field, 3) in ('_at', '_on') or right(p_field, 6) in ('_until', '_since') or p_field in ('at', 'until', 'timestamp') then
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
