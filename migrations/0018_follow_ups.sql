-- Follow-ups: what is to be sent, or done by somebody, at its time; and the hours in which texts and mails may go out.

alter table organizations
  -- In the time that the recipient's own clock shows.
  add column quiet_allowed_from  text not null default '08:00'
    check (quiet_allowed_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column quiet_allowed_until text not null default '21:00'
    check (quiet_allowed_until ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  add constraint organization_quiet_hours_leave_some check (quiet_allowed_from < quiet_allowed_until);

create table follow_ups (
  organization_id  uuid not null references organizations,
  follow_up_id     uuid not null,
  lifecycle_number text not null,
  lead_id          uuid not null,
  customer_id      uuid,
  job_id           uuid,
  channel          text not null check (channel in ('sms', 'email', 'call', 'task')),
  template_id      uuid,
  -- In Liquid, filled in when it falls due.
  subject          text,
  body             text,
  -- What a call or task says, filled in.
  text             text,
  assigned_to      uuid,
  due_at           timestamptz not null,
  -- Kinds of events, and kinds of a whole resource such as communication.*
  cancel_on        text[] not null,
  -- What happened up to here was before its time, and cancels nothing.
  made_seq         bigint not null,
  status           text not null
    check (status in ('scheduled', 'due', 'sent', 'done', 'skipped', 'failed', 'canceled')),
  reason           text,
  detail           text,
  note             text,
  communication_id uuid,
  created_by       jsonb not null,
  -- Names it for whoever has it made by itself: the same key again is the same follow-up.
  creation_key     text,
  run_id           uuid,
  -- Whoever works on it has until then; afterwards another may.
  claimed_until    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, follow_up_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, customer_id) references customers,
  foreign key (organization_id, job_id) references jobs,
  foreign key (organization_id, template_id) references templates,
  foreign key (organization_id, assigned_to) references users,
  foreign key (organization_id, communication_id) references communications,
  constraint follow_up_message_says_something
    check (channel in ('call', 'task') or ((body is null) <> (template_id is null))),
  -- Only a person's work waits for a person, and only what we send is sent.
  constraint follow_up_status_of_channel check (
    case when channel in ('call', 'task') then status <> 'sent' and communication_id is null
         else status not in ('due', 'done') end),
  constraint follow_up_sent_by_a_communication check (status <> 'sent' or communication_id is not null)
) with (fillfactor = 80);

create unique index follow_ups_creation_key_unique on follow_ups (organization_id, creation_key)
  where creation_key is not null;
-- Whatever became of a communication is told to its follow-up.
create unique index follow_ups_communication_unique on follow_ups (organization_id, communication_id)
  where communication_id is not null;
create index follow_ups_by_lead on follow_ups (organization_id, lead_id, follow_up_id);
create index follow_ups_open_of_lead on follow_ups (organization_id, lead_id)
  where status in ('scheduled', 'due');
create index follow_ups_by_job on follow_ups (organization_id, job_id, follow_up_id) where job_id is not null;
-- A list reads a stretch of one of these for each kind that there can be, from either end.
create index follow_ups_by_kind on follow_ups (organization_id, channel, status, due_at, follow_up_id);
create index follow_ups_by_assignee on follow_ups
  (organization_id, assigned_to, channel, status, due_at, follow_up_id) where assigned_to is not null;
-- What the engine waits for, of all organizations together; and of each, for those that are late.
create index follow_ups_waiting on follow_ups (due_at)
  where status = 'scheduled' and communication_id is null;
create index follow_ups_waiting_by_organization on follow_ups (organization_id, due_at)
  where status = 'scheduled' and communication_id is null;

-- Up to when the late follow-ups of an organization have used up what may go out: so many a second.
create table follow_up_paces (
  organization_id uuid primary key references organizations,
  used_until      timestamptz not null
) with (fillfactor = 10);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['follow_ups', 'follow_up_paces'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)',
      v_table);
    execute format(
      'create trigger %I before delete on %I for each row execute function refuse_hard_delete()',
      v_table || '_no_delete', v_table);
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_hard_delete()',
      v_table || '_no_truncate', v_table);
  end loop;
end $$;

create trigger follow_ups_lifecycle_number_immutable before update on follow_ups
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();

-- The engine takes what is due of all organizations; it then works on each as its own tenant.
create policy owner_lists on follow_ups for select to current_user using (true);
create policy owner_claims on follow_ups for update to current_user using (true) with check (true);
create policy owner_lists on follow_up_paces for select to current_user using (true);
create policy owner_paces on follow_up_paces for update to current_user using (true) with check (true);

-- Takes up to so many follow-ups whose time has come, oldest first, so that nobody else takes them for a
-- while. Those that are more than five minutes late, after an outage, are taken ten a second from each
-- organization, so that it does not become a burst; a head start of one second, not more, may be saved up.
-- An organization without a row in follow_up_paces has never had a follow-up.
create function claim_follow_ups(p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, follow_up_id uuid, due_at timestamptz)
  language plpgsql volatile security definer as $$
declare
  v_late_before constant timestamptz := p_now - interval '5 minutes';
  v_lease constant timestamptz := p_now + interval '5 seconds';
  v_step constant interval := interval '100 milliseconds';
  v_organization_id uuid;
  v_used_until timestamptz;
  v_room integer;
  v_left integer := p_limit;
  v_taken integer;
begin
  return query
    update public.follow_ups f set claimed_until = v_lease
    from (
      select w.organization_id, w.follow_up_id from public.follow_ups w
      where w.status = 'scheduled' and w.communication_id is null
        and w.due_at <= p_now and w.due_at >= v_late_before
        and (w.claimed_until is null or w.claimed_until <= p_now)
        and not public.is_attended(w.organization_id, p_now)
      order by w.due_at limit v_left for update skip locked
    ) as found
    where f.organization_id = found.organization_id and f.follow_up_id = found.follow_up_id
    returning f.organization_id, f.follow_up_id, f.due_at;
  get diagnostics v_taken = row_count;
  v_left := v_left - v_taken;

  -- From one organization that has late ones to the next, by the index alone.
  select w.organization_id into v_organization_id from public.follow_ups w
    where w.status = 'scheduled' and w.communication_id is null and w.due_at < v_late_before
    order by w.due_at limit 1;
  if v_organization_id is null then
    return;
  end if;
  v_organization_id := '00000000-0000-0000-0000-000000000000';
  loop
    exit when v_left <= 0;
    select w.organization_id into v_organization_id from public.follow_ups w
      where w.status = 'scheduled' and w.communication_id is null and w.organization_id > v_organization_id
      order by w.organization_id limit 1;
    exit when v_organization_id is null;

    select greatest(p.used_until, p_now) into v_used_until from public.follow_up_paces p
      where p.organization_id = v_organization_id for update skip locked;
    -- Another process is at it.
    continue when v_used_until is null;
    v_room := least(v_left, floor(extract(epoch from p_now + interval '1 second' - v_used_until) / 0.1)::integer);
    continue when v_room <= 0;
    return query
      update public.follow_ups f set claimed_until = v_lease
      from (
        select w.organization_id, w.follow_up_id from public.follow_ups w
        where w.organization_id = v_organization_id and w.status = 'scheduled' and w.communication_id is null
          and w.due_at < v_late_before and (w.claimed_until is null or w.claimed_until <= p_now)
          and not public.is_attended(w.organization_id, p_now)
        order by w.due_at limit v_room for update skip locked
      ) as found
      where f.organization_id = found.organization_id and f.follow_up_id = found.follow_up_id
      returning f.organization_id, f.follow_up_id, f.due_at;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
    update public.follow_up_paces p set used_until = v_used_until + v_taken * v_step
      where p.organization_id = v_organization_id and v_taken > 0;
  end loop;
end $$;

grant select, insert, update on follow_ups, follow_up_paces to throughline_app;
