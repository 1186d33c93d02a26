-- A person can be called New, or live in York. In fields whose values are always words of ours, an erasure keeps them:
-- otherwise an event of that person would have a status that does not exist.

create function fields_with_own_words() returns text[]
  language sql immutable parallel safe
  return array['status', 'paused_status', 'kind', 'channel', 'direction', 'purpose', 'said_by', 'currency', 'method',
    'confidence', 'reasons', 'event', 'waiting_for', 'cancel_on', 'time_zone', 'relation', 'outcome', 'language',
    'lifecycle_number', 'lifecycle_numbers'];

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
  elsif right(p_field, 3) in ('_at', '_on') or p_field in ('at', 'timestamp') then
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

revoke execute on function fields_with_own_words from public;
