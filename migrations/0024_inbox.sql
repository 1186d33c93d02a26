-- The inbox: what waits for a person, computed from the leads, their messages and their due calls and tasks. There are no
-- rows of an inbox: a capture writes nothing for it except one entry of an index.

-- ── What a person decided ───────────────────────────────────────────────────────────────────────

alter table leads
  -- A person decided that the lead is not a duplicate of duplicate_of.
  add column duplicate_dismissed_at timestamptz,
  -- Done: hidden until something newer than this waits. In the lead, so that the index below leaves it out.
  add column inbox_done_at          timestamptz,
  -- Snoozed: hidden until then, or until something newer than inbox_snoozed_at waits.
  add column inbox_snoozed_at       timestamptz,
  add column inbox_snoozed_until    timestamptz,
  add constraint lead_snoozed_as_a_whole check ((inbox_snoozed_at is null) = (inbox_snoozed_until is null)),
  add constraint lead_dismissed_duplicate check (duplicate_dismissed_at is null or duplicate_of is not null);

-- Leads that wait by themselves: no person has contacted them, or no person has decided whether they are a duplicate.
-- In the order of the list. A snoozed lead has the time at which it comes back, so "not yet" is the end of the range.
create index leads_in_inbox on leads
  (organization_id, (coalesce(inbox_snoozed_until, created_at)), lead_id)
  where deleted_at is null and merged_into is null and erasure_id is null and outcome is null
    and inbox_done_at is null and status in ('new', 'qualified')
    and (first_contacted_at is null
      or (duplicate_of is not null and duplicate_dismissed_at is null and customer_id is null));
-- The same for one user. A captured lead has no user, so it costs a capture nothing.
create index leads_in_inbox_of_user on leads
  (organization_id, assigned_to, (coalesce(inbox_snoozed_until, created_at)), lead_id)
  where assigned_to is not null
    and deleted_at is null and merged_into is null and erasure_id is null and outcome is null
    and inbox_done_at is null and status in ('new', 'qualified')
    and (first_contacted_at is null
      or (duplicate_of is not null and duplicate_dismissed_at is null and customer_id is null));
create index leads_done_in_inbox on leads (organization_id, inbox_done_at, lead_id)
  where inbox_done_at is not null and deleted_at is null and merged_into is null and erasure_id is null;

-- ── Messages that wait ──────────────────────────────────────────────────────────────────────────

-- When a message stopped waiting for a person: it was answered, it needs no answer, or its item was marked as done.
alter table communications add column settled_at timestamptz;

-- Messages from the contact that no person has answered, and messages to the contact that failed. An automatic message
-- that must not be sent is no failure.
create index communications_unsettled on communications (organization_id, lifecycle_number, communication_id)
  where settled_at is null and kind = 'message' and lifecycle_number is not null
    and (direction = 'inbound' or (direction = 'outbound'
      and (status in ('failed', 'unknown') or (status = 'not_sent' and message_key is null))));

-- The lead that represents a lead, with all leads that were merged into it.
create function merged_leads(p_organization_id uuid, p_lead_id uuid, out lead_ids uuid[], out lifecycle_numbers text[])
  language plpgsql stable as $$
declare
  v_more uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  lead_ids := array[public.standing_lead(p_organization_id, p_lead_id)];
  v_more := lead_ids;
  loop
    select array_agg(l.lead_id) into v_more from public.leads l
      where l.organization_id = p_organization_id and l.merged_into = any (v_more);
    exit when v_more is null;
    lead_ids := lead_ids || v_more;
  end loop;
  lifecycle_numbers := array(
    select l.lifecycle_number from public.leads l
    where l.organization_id = p_organization_id and l.lead_id = any (lead_ids));
end $$;

-- The messages of a lead up to this one no longer wait.
create function settle_messages(
  p_organization_id uuid, p_lead_id uuid, p_communication_id uuid, p_at timestamptz
) returns void
  language plpgsql volatile as $$
declare
  v_numbers constant text[] := (public.merged_leads(p_organization_id, p_lead_id)).lifecycle_numbers;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.communications c set settled_at = p_at
    where c.organization_id = p_organization_id and c.lifecycle_number = any (v_numbers)
      and c.communication_id <= p_communication_id
      and c.settled_at is null and c.kind = 'message' and c.lifecycle_number is not null
      and (c.direction = 'inbound' or (c.direction = 'outbound'
        and (c.status in ('failed', 'unknown') or (c.status = 'not_sent' and c.message_key is null))));
end $$;

-- A message or a call by a person answers what came before. An automatic message has a key.
create function settle_answered() returns trigger
  language plpgsql as $$
begin
  perform public.settle_messages(new.organization_id, new.lead_id, new.communication_id, new.created_at);
  return null;
end $$;
create trigger communications_answer after insert on communications
  for each row when (
    new.direction = 'outbound' and new.kind = 'message' and new.message_key is null and new.lead_id is not null
    and new.status in ('recorded', 'queued'))
  execute function settle_answered();

-- Marks the item of a lead as done or not done, or snoozes it if p_done is null, and settles its messages with it. If it
-- is no longer done, those that were settled by that wait again, unless they were answered since.
create function mark_inbox_item(
  p_organization_id uuid, p_lead_id uuid, p_done boolean, p_snoozed_until timestamptz, p_at timestamptz
) returns void
  language plpgsql volatile as $$
declare
  v_numbers constant text[] := (public.merged_leads(p_organization_id, p_lead_id)).lifecycle_numbers;
  v_was_done_at timestamptz;
  v_done_at timestamptz;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select l.inbox_done_at into v_was_done_at from public.leads l
    where l.organization_id = p_organization_id and l.lead_id = p_lead_id
    for no key update;
  v_done_at := case
    when p_done then p_at
    when p_done is null and p_snoozed_until is null then v_was_done_at end;
  if p_done is null then
    update public.leads l
      set inbox_done_at = v_done_at, inbox_snoozed_until = p_snoozed_until,
          inbox_snoozed_at = case when p_snoozed_until is not null then p_at end
      where l.organization_id = p_organization_id and l.lead_id = p_lead_id;
  else
    update public.leads l set inbox_done_at = v_done_at
      where l.organization_id = p_organization_id and l.lead_id = p_lead_id;
  end if;
  if v_was_done_at is not null and v_done_at is distinct from v_was_done_at then
    update public.communications c set settled_at = null
      where c.organization_id = p_organization_id and c.lifecycle_number = any (v_numbers)
        and c.settled_at = v_was_done_at
        and not exists (
          select from public.communications answer
          where answer.organization_id = p_organization_id and answer.lifecycle_number = any (v_numbers)
            and answer.communication_id > c.communication_id and answer.direction = 'outbound'
            and answer.kind = 'message' and answer.message_key is null
            and answer.status not in ('failed', 'unknown', 'not_sent'));
  end if;
  if p_done then
    perform public.settle_messages(p_organization_id, p_lead_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_at);
  end if;
end $$;

grant execute on function merged_leads, settle_messages to throughline_app, throughline_own;
grant execute on function mark_inbox_item to throughline_app;

-- What is stored already: only the newest message of a contact waits, if no person has written or called since.
do $$
declare
  v_organization_id uuid;
begin
  for v_organization_id in select organization_id from organizations loop
    perform set_config('app.organization_id', v_organization_id::text, true);
    update communications c set settled_at = c.updated_at
      where c.organization_id = v_organization_id and c.kind = 'message' and c.lifecycle_number is not null
        and c.direction <> 'internal'
        and (c.direction = 'outbound' or c.channel in ('call', 'chat') or exists (
          select from communications later
          where later.organization_id = v_organization_id and later.lifecycle_number = c.lifecycle_number
            and later.communication_id > c.communication_id
            and (later.direction = 'inbound' or (later.direction = 'outbound' and later.message_key is null))));
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;

-- ── Search ──────────────────────────────────────────────────────────────────────────────────────

-- Any part of a phone number is found by reading all numbers of the organization, newest lead first, from this index
-- alone. The index is the one of the list, which now also holds the number, so a capture writes no further entry.
drop index leads_living;
create index leads_living on leads (organization_id, lead_id) include (phone)
  where deleted_at is null and merged_into is null;
create index customers_living on customers (organization_id, customer_id) include (phone)
  where merged_into is null;
