-- What waits in quarantine is as it arrived: often not as text, and with phone numbers as people write them. An erasure
-- searches it as a person would read it.

-- The text, also without the escapes of forms, JSON and mails, and with the digits of each number together. In lower case.
create function searched_text(p_text text) returns text
  language plpgsql immutable parallel safe as $$
declare
  v_text text := lower(p_text);
  v_escaped text;
  v_quoted text;
  v_character text;
  v_hex text;
begin
  -- The bytes of UTF-16, and of a space that does not break a line, as encode() shows them.
  v_text := replace(replace(v_text, '\000', ''), '\302\240', ' ');
  v_escaped := replace(v_text, '\\u00a0', ' ');
  -- A line of a mail that is too long is broken with =.
  v_quoted := regexp_replace(v_text, '=\r?\n', '', 'g');
  foreach v_character in array array['@', '.', '+', '-', '_', ' ', '(', ')', '/', ''''] loop
    v_hex := lpad(to_hex(ascii(v_character)), 2, '0');
    v_escaped := replace(replace(v_escaped, '%' || v_hex, v_character), '\\u00' || v_hex, v_character);
    v_quoted := replace(v_quoted, '=' || v_hex, v_character);
  end loop;
  v_text := v_text || E'\n' || v_escaped || E'\n' || v_quoted;
  return v_text || E'\n' || regexp_replace(v_text, '(\d)[ ()+./-]{1,4}(?=\d)', '\1', 'g');
end $$;

create or replace function erase_receipts(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
  v_held uuid[];
  v_rows bigint;
  v_own bigint := 0;
begin
  if p_position is null then
    update public.source_receipts r
      set payload = null, fields = '{}', delivery_key = 'erased ' || r.receipt_id, sender_id = null,
          detail = case when r.detail is not null then '[erased]' end,
          discard_reason = case when r.discard_reason is not null then '[erased]' end
      where r.organization_id = p_erasure.organization_id and r.lead_id = any (p_erasure.lead_ids);
    get diagnostics v_own = row_count;
  end if;
  select array_agg(found.receipt_id order by found.receipt_id),
         array_agg(found.receipt_id) filter (where public.holds_value(found.text, p_pattern))
    into v_ids, v_held from (
    select r.receipt_id, public.searched_text(concat_ws(' ', r.fields::text, encode(r.payload, 'escape'), r.delivery_key,
             r.discard_reason)) as text
    from public.source_receipts r
    where r.organization_id = p_erasure.organization_id and r.lead_id is null
      and (p_position is null or r.receipt_id > p_position::uuid)
    order by r.receipt_id limit p_limit) as found;
  update public.source_receipts r
    set payload = null, fields = '{}', delivery_key = 'erased ' || r.receipt_id, sender_id = null,
        detail = case when r.detail is not null then '[erased]' end,
        discard_reason = case when r.discard_reason is not null then '[erased]' end
    where r.organization_id = p_erasure.organization_id and r.receipt_id = any (v_held);
  get diagnostics v_rows = row_count;
  return (v_own + v_rows, v_ids[p_limit]::text)::public.erasure_step;
end $$;
