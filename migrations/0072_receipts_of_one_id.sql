-- What a sender sends again under the same id, with other content, is a receipt of its own: nothing of it is thrown away.
-- See docs/decisions/0100-deliveries-with-the-same-id.md.
alter table source_receipts
  -- The sender's own id of what it sent; null if it has none.
  add column sender_id text,
  drop constraint source_receipts_outcome_check,
  drop constraint source_receipt_of_a_lead,
  drop constraint source_receipt_for_a_reason;
alter table source_receipts
  -- Attached: it belongs to a lead that another delivery became.
  add constraint source_receipts_outcome_check
    check (outcome in ('pending', 'captured', 'attached', 'quarantined', 'released', 'discarded', 'ignored')),
  add constraint source_receipt_of_a_lead check ((lead_id is not null) = (outcome in ('captured', 'attached', 'released'))),
  add constraint source_receipt_for_a_reason check (reason is not null or outcome in ('pending', 'captured', 'attached'));

do $$
declare
  v_organization_id uuid;
begin
  for v_organization_id in select organization_id from organizations loop
    perform set_config('app.organization_id', v_organization_id::text, true);
    update source_receipts set sender_id = substr(delivery_key, 4)
      where organization_id = v_organization_id and delivery_key like 'id %';
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;
create index source_receipts_by_sender_id on source_receipts (organization_id, source_id, sender_id, receipt_id)
  where sender_id is not null;

-- What is ignored has a payload now, so an erasure searches it, too.
drop index source_receipts_of_no_lead;
create index source_receipts_of_no_lead on source_receipts (organization_id, receipt_id) where lead_id is null;

-- As before, with what is attached.
create or replace function keep_receipt() returns trigger
  language plpgsql as $$
begin
  if (new.source_id, new.payload_bytes, new.received_at) is distinct from (old.source_id, old.payload_bytes, old.received_at)
      or (old.outcome in ('captured', 'attached', 'released', 'discarded', 'ignored') and new.outcome <> old.outcome)
      or (old.lead_id is not null and new.lead_id is distinct from old.lead_id)
      or ((new.payload is not null and new.payload is distinct from old.payload)) then
    raise exception 'a receipt does not change' using errcode = 'restrict_violation', constraint = 'source_receipt_immutable';
  end if;
  return new;
end $$;

-- Stores what arrived, once: the same content again is counted, and its first outcome is returned. The lock makes what has
-- the same id or the same content wait, also around midnight, when the hash has another day (p_earlier_key).
drop function begin_receipt(uuid, uuid, uuid, text, text, text, text, bytea, integer, jsonb, timestamptz);
create function begin_receipt(
  p_organization_id uuid, p_receipt_id uuid, p_source_id uuid, p_delivery_key text, p_earlier_key text, p_lock text,
  p_sender_id text, p_content_type text, p_payload bytea, p_payload_bytes integer, p_fields jsonb, p_received_at timestamptz
) returns table (is_new boolean, receipt_id uuid, outcome text, received_at timestamptz)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  v_found uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_organization_id::text || p_source_id::text || p_lock, 0));
  select r.receipt_id into v_found from public.source_receipts r
    where r.organization_id = p_organization_id and r.source_id = p_source_id and r.delivery_key = p_delivery_key;
  if v_found is null and p_earlier_key is not null then
    select r.receipt_id into v_found from public.source_receipts r
      where r.organization_id = p_organization_id and r.source_id = p_source_id and r.delivery_key = p_earlier_key
        and r.received_at > p_received_at - interval '24 hours';
  end if;
  if v_found is not null then
    return query
      update public.source_receipts r set deliveries = r.deliveries + 1
        where r.organization_id = p_organization_id and r.receipt_id = v_found
        returning false, r.receipt_id, r.outcome, r.received_at;
    return;
  end if;
  return query
    insert into public.source_receipts (organization_id, receipt_id, source_id, delivery_key, sender_id, content_type, payload,
        payload_bytes, fields, outcome, deliveries, received_at)
      values (p_organization_id, p_receipt_id, p_source_id, p_delivery_key, p_sender_id, p_content_type, p_payload,
        p_payload_bytes, p_fields, 'pending', 1, p_received_at)
      returning true, source_receipts.receipt_id, source_receipts.outcome, source_receipts.received_at;
end $$;
grant execute on function begin_receipt to throughline_app;

-- As before, with the sender's id, and with what was ignored.
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
    select r.receipt_id, concat_ws(' ', r.fields::text, encode(r.payload, 'escape'), r.delivery_key, r.discard_reason) as text
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
