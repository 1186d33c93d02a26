-- Automation: follow-ups that are sent or done at their time, playbooks, and their runs.

-- ── Follow-ups ──────────────────────────────────────────────────────────────────────────────────

create table follow_ups (
  organization_id  uuid not null references organizations,
  follow_up_id     uuid not null,
  lifecycle_number text not null,
  lead_id          uuid not null,
  customer_id      uuid,
  job_id           uuid,
  channel          text not null check (channel in ('sms', 'email', 'call', 'task')),
  template_id      uuid,
  -- In Liquid, rendered when it becomes due.
  subject          text,
  body             text,
  -- The rendered text of a call or task.
  text             text,
  assigned_to      uuid,
  due_at           timestamptz not null,
  -- Event types, and patterns for a whole resource such as communication.*
  cancel_on        text[] not null,
  -- Events up to this seq are from before the follow-up and do not cancel it.
  made_seq         bigint not null,
  status           text not null
    check (status in ('scheduled', 'due', 'sent', 'done', 'skipped', 'failed', 'canceled')),
  reason           text,
  detail           text,
  note             text,
  communication_id uuid,
  created_by       jsonb not null,
  -- Key set by the creator: the same key again is the same follow-up.
  creation_key     text,
  run_id           uuid,
  -- Until then it belongs to the worker that claimed it; afterwards another can claim it.
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
  -- Only calls and tasks wait for a user, and only messages are sent.
  constraint follow_up_status_of_channel check (
    case when channel in ('call', 'task') then status <> 'sent' and communication_id is null
         else status not in ('due', 'done') end),
  constraint follow_up_sent_by_a_communication check (status <> 'sent' or communication_id is not null)
) with (fillfactor = 80);

create unique index follow_ups_creation_key_unique on follow_ups (organization_id, creation_key)
  where creation_key is not null;
-- The outcome of a communication is copied to its follow-up.
create unique index follow_ups_communication_unique on follow_ups (organization_id, communication_id)
  where communication_id is not null;
create index follow_ups_by_lead on follow_ups (organization_id, lead_id, follow_up_id);
create index follow_ups_open_of_lead on follow_ups (organization_id, lead_id)
  where status in ('scheduled', 'due');
create index follow_ups_by_job on follow_ups (organization_id, job_id, follow_up_id) where job_id is not null;
-- A list reads a range of one of these indexes per possible kind, from either end.
create index follow_ups_by_kind on follow_ups (organization_id, channel, status, due_at, follow_up_id);
create index follow_ups_by_assignee on follow_ups
  (organization_id, assigned_to, channel, status, due_at, follow_up_id) where assigned_to is not null;
-- What the engine waits for, for all organizations together; and per organization, for those that are late.
create index follow_ups_waiting on follow_ups (due_at)
  where status = 'scheduled' and communication_id is null;
create index follow_ups_waiting_by_organization on follow_ups (organization_id, due_at)
  where status = 'scheduled' and communication_id is null;
select guard_tenant_table('follow_ups');

-- Until when the late follow-ups of an organization have used up their rate per second.
create table follow_up_paces (
  organization_id uuid primary key references organizations,
  used_until      timestamptz not null
) with (fillfactor = 10);
select guard_tenant_table('follow_up_paces');

grant select, insert, update on follow_ups, follow_up_paces to throughline_app;

-- The engine claims due follow-ups of all organizations; it then processes each as its own tenant.
create policy owner_lists on follow_ups for select to current_user using (true);
create policy owner_claims on follow_ups for update to current_user using (true) with check (true);
create policy owner_lists on follow_up_paces for select to current_user using (true);
create policy owner_paces on follow_up_paces for update to current_user using (true) with check (true);

-- Claims up to p_limit due follow-ups, oldest first, so that no other worker claims them for a while. Those that
-- are more than five minutes late, after an outage, are claimed at ten per second per organization, so that there
-- is no burst; at most one second's share can accumulate. An organization without a row in follow_up_paces has
-- never had a follow-up.
create function claim_follow_ups(p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, follow_up_id uuid, due_at timestamptz)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
      order by w.due_at limit v_left for update skip locked
    ) as found
    where f.organization_id = found.organization_id and f.follow_up_id = found.follow_up_id
    returning f.organization_id, f.follow_up_id, f.due_at;
  get diagnostics v_taken = row_count;
  v_left := v_left - v_taken;

  -- From one organization with late ones to the next, using only the index.
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
    -- Another process is working on this organization.
    continue when v_used_until is null;
    v_room := least(v_left, floor(extract(epoch from p_now + interval '1 second' - v_used_until) / 0.1)::integer);
    continue when v_room <= 0;
    return query
      update public.follow_ups f set claimed_until = v_lease
      from (
        select w.organization_id, w.follow_up_id from public.follow_ups w
        where w.organization_id = v_organization_id and w.status = 'scheduled' and w.communication_id is null
          and w.due_at < v_late_before and (w.claimed_until is null or w.claimed_until <= p_now)
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

grant execute on function claim_follow_ups to throughline_app;

-- ── Playbooks ───────────────────────────────────────────────────────────────────────────────────

-- The playbooks of an organization, and every version of them.
create table playbooks (
  organization_id uuid not null references organizations,
  playbook_id     uuid not null,
  -- Which ready playbook it is; null for one of the organization's own.
  key             text,
  name            text not null,
  description     text,
  enabled         boolean not null,
  -- The version that new runs are pinned to.
  version         integer not null,
  archived_at     timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, playbook_id),
  constraint playbook_archived_is_off check (archived_at is null or not enabled)
);
-- Ready playbooks are installed once, however many processes start at the same time.
create unique index playbooks_key_unique on playbooks (organization_id, key) where key is not null;
-- Playbooks that an event can start.
create index playbooks_enabled on playbooks (organization_id, playbook_id) where enabled;
select guard_tenant_table('playbooks');
grant select, insert, update on playbooks to throughline_app;

-- A run follows the version that it started with, so a version never changes.
create table playbook_versions (
  organization_id uuid not null,
  playbook_id     uuid not null,
  version         integer not null check (version >= 1),
  -- { trigger, stop_on, steps, concurrency? }
  definition      jsonb not null,
  -- The actor who created it, as in an event.
  created_by      jsonb not null,
  created_at      timestamptz not null,
  primary key (organization_id, playbook_id, version),
  foreign key (organization_id, playbook_id) references playbooks
);
-- Each refers to the other: both are written in one transaction, and checked when it ends.
alter table playbooks add constraint playbook_version_exists
  foreign key (organization_id, playbook_id, version) references playbook_versions
  deferrable initially deferred;
select guard_tenant_table('playbook_versions');
grant select, insert on playbook_versions to throughline_app;

create function refuse_playbook_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a playbook never changes; make a new one instead'
    using errcode = 'restrict_violation';
end $$;
create trigger playbook_versions_immutable before update on playbook_versions
  for each row execute function refuse_playbook_version_change();

-- Versions are numbered from 1 without gaps. The transaction that creates one locks the playbook's row, so that no
-- other can use the same number.
create function refuse_playbook_version_gap() returns trigger language plpgsql as $$
begin
  if new.version <> 1 + coalesce((
      select max(v.version) from public.playbook_versions v
      where v.organization_id = new.organization_id and v.playbook_id = new.playbook_id), 0) then
    raise exception 'versions of a playbook follow each other without a gap'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger playbook_versions_gap_free before insert on playbook_versions
  for each row execute function refuse_playbook_version_gap();

-- Inserts a playbook with its first version. A ready playbook that already exists is not changed.
create function insert_playbook(
  p_organization_id uuid, p_playbook_id uuid, p_key text, p_name text, p_description text, p_enabled boolean,
  p_at timestamptz, p_definition jsonb, p_actor jsonb
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.playbooks (organization_id, playbook_id, key, name, description, enabled, version, archived_at,
                                created_at, updated_at)
    values (p_organization_id, p_playbook_id, p_key, p_name, p_description, p_enabled, 1, null, p_at, p_at)
    on conflict (organization_id, key) where key is not null do nothing;
  if found then
    insert into public.playbook_versions (organization_id, playbook_id, version, definition, created_by, created_at)
      values (p_organization_id, p_playbook_id, 1, p_definition, p_actor, p_at);
  end if;
end $$;
grant execute on function insert_playbook to throughline_app;

-- The organizations that lack one of the ready playbooks: ids only, for the start, which processes them one tenant
-- at a time.
create policy owner_lists on playbooks for select to current_user using (true);
create function organizations_lacking_playbooks(p_keys text[]) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select o.organization_id from public.organizations o
    where (select count(*) from public.playbooks p
           where p.organization_id = o.organization_id and p.key = any (p_keys)) < cardinality(p_keys)
    order by o.organization_id;
end $$;

grant execute on function organizations_lacking_playbooks to throughline_app;

-- The secret that signs the requests of playbooks. One per organization, created when it is first needed.
create table playbook_signing_secrets (
  organization_id        uuid primary key references organizations,
  sealed_secret          bytea not null,
  -- Also used to sign until that time, so that the receiver has time to switch.
  sealed_previous_secret bytea,
  previous_secret_until  timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);
select guard_tenant_table('playbook_signing_secrets');

-- ── Runs ────────────────────────────────────────────────────────────────────────────────────────

-- A run is a row, so that a hundred thousand waiting runs cost only disk space.
create table playbook_runs (
  organization_id  uuid not null references organizations,
  run_id           uuid not null,
  playbook_id      uuid not null,
  -- Name of the playbook when the run started.
  playbook_name    text not null,
  -- Fixed: whatever happens to the playbook, this run follows the version it started with.
  version          integer not null,
  -- Null for a run that was started by an event without a lifecycle.
  lifecycle_number text,
  lead_id          uuid,
  customer_id      uuid,
  job_id           uuid,
  appointment_id   uuid,
  invoice_id       uuid,
  status           text not null check (status in
    ('queued', 'running', 'waiting', 'completed', 'stopped', 'failed', 'canceled')),
  -- The event that started it; null for one that was requested.
  trigger_seq      bigint,
  trigger_type     text,
  started_by       jsonb not null,
  input            jsonb not null,
  -- How many runs led to this one, each by an event of the previous one.
  depth            smallint not null,
  -- Events after this seq can stop it.
  born_seq         bigint not null,
  stop_on          text[] not null,
  -- How many runs of its playbook can be running at once; null for no limit.
  concurrency      integer,
  -- The instruction it is at, and the step's id; null after the last one.
  position         integer not null,
  step_id          text,
  -- When it was, or is, due to continue; null once it has ended.
  due_at           timestamptz,
  -- What workers query: due_at, or the end of the current claim. Also null while the run is held back because the
  -- concurrency limit of its playbook is reached.
  claimable_at     timestamptz,
  is_held_back     boolean not null default false,
  -- Its next step calls another machine, and is left to workers that can wait.
  is_outbound      boolean not null default false,
  -- Counts the claims: a worker that comes back with an older one has been overtaken.
  fence            bigint not null default 0,
  -- The event type it waits for, if any, and the event that arrived.
  waiting_for      text,
  waiting_since    bigint,
  resumed_by       jsonb,
  reason           text,
  error            jsonb,
  has_unknown      boolean not null default false,
  -- When it was reported as late, for the current due time.
  late_at       timestamptz,
  created_at       timestamptz not null,
  started_at       timestamptz,
  finished_at      timestamptz,
  updated_at       timestamptz not null,
  primary key (organization_id, run_id),
  foreign key (organization_id, playbook_id, version) references playbook_versions,
  constraint playbook_run_ended check (
    (status in ('completed', 'stopped', 'failed', 'canceled')) = (finished_at is not null)
    and (finished_at is null) = (due_at is not null)
    and (finished_at is null or claimable_at is null)),
  -- No run is lost: it has ended, is held back, or will be claimed.
  constraint playbook_run_is_looked_after check (finished_at is not null or is_held_back or claimable_at is not null)
) with (fillfactor = 80);

-- An event starts a run of a playbook only once.
create unique index playbook_runs_trigger_unique on playbook_runs (organization_id, playbook_id, trigger_seq)
  where trigger_seq is not null;
-- Due runs of all organizations, oldest first; and per organization, those that wait for another machine.
create index playbook_runs_due on playbook_runs (claimable_at) where claimable_at is not null and not is_outbound;
create index playbook_runs_outbound on playbook_runs (organization_id, claimable_at)
  where claimable_at is not null and is_outbound;
create index playbook_runs_held_back on playbook_runs (organization_id, playbook_id, due_at) where is_held_back;
create index playbook_runs_at_work on playbook_runs (organization_id, playbook_id) where status = 'running';
-- Runs that an event of the lifecycle can stop or resume.
create index playbook_runs_living on playbook_runs (organization_id, lifecycle_number) where finished_at is null;
-- Due times of runs that have not ended, to find late and next ones.
create index playbook_runs_by_due on playbook_runs (organization_id, due_at) where finished_at is null;
create index playbook_runs_late on playbook_runs (organization_id, run_id)
  where late_at is not null and finished_at is null;
create index playbook_runs_by_status on playbook_runs (organization_id, status, run_id);
create index playbook_runs_by_playbook on playbook_runs (organization_id, playbook_id, status, run_id);
create index playbook_runs_by_lifecycle on playbook_runs (organization_id, lifecycle_number, run_id);
create index playbook_runs_failed on playbook_runs (organization_id, finished_at) where status = 'failed';
select guard_tenant_table('playbook_runs');

-- What a run did, one row per instruction. Instructions only go forward, so their order is the order of the run.
create table playbook_run_steps (
  organization_id uuid not null,
  run_id          uuid not null,
  position        integer not null,
  step_id         text not null,
  kind            text not null,
  status          text not null check (status in ('running', 'waiting', 'completed', 'skipped', 'failed', 'unknown')),
  input           jsonb,
  output          jsonb,
  error           jsonb,
  attempts        integer not null,
  started_at      timestamptz not null,
  finished_at     timestamptz,
  duration_ms     double precision,
  primary key (organization_id, run_id, position),
  foreign key (organization_id, run_id) references playbook_runs
);
select guard_tenant_table('playbook_run_steps');

grant select, insert, update on playbook_runs, playbook_run_steps, playbook_signing_secrets to throughline_app;

-- Inserts runs and returns the ids of the new ones: an event that is handled twice has already started its runs.
create function insert_playbook_runs(p_organization_id uuid, p_runs jsonb) returns setof uuid
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return query
    insert into public.playbook_runs as made (organization_id, run_id, playbook_id, playbook_name, version,
      lifecycle_number, lead_id, customer_id, job_id, appointment_id, invoice_id, status, trigger_seq, trigger_type,
      started_by, input, depth, born_seq, stop_on, concurrency, position, step_id, due_at, claimable_at, is_held_back,
      is_outbound, fence, waiting_for, waiting_since, resumed_by, reason, error, has_unknown, late_at, created_at,
      started_at, finished_at, updated_at)
    select p_organization_id, r.run_id, r.playbook_id, r.playbook_name, r.version,
      r.lifecycle_number, r.lead_id, r.customer_id, r.job_id, r.appointment_id, r.invoice_id, r.status, r.trigger_seq,
      r.trigger_type, r.started_by, r.input, r.depth, r.born_seq, r.stop_on, r.concurrency, r.position, r.step_id,
      r.due_at, r.claimable_at, r.is_held_back, r.is_outbound, r.fence, r.waiting_for, r.waiting_since, r.resumed_by,
      r.reason, r.error, r.has_unknown, r.late_at, r.created_at, r.started_at, r.finished_at, r.updated_at
    from jsonb_populate_recordset(null::public.playbook_runs, p_runs) as r
    on conflict do nothing
    returning made.run_id;
end $$;

-- Writes steps of a run; an existing one is replaced.
create function write_playbook_run_steps(p_organization_id uuid, p_run_id uuid, p_steps jsonb) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.playbook_run_steps (organization_id, run_id, position, step_id, kind, status, input, output,
    error, attempts, started_at, finished_at, duration_ms)
  select p_organization_id, p_run_id, s.position, s.step_id, s.kind, s.status, nullif(s.input, 'null'),
         nullif(s.output, 'null'), nullif(s.error, 'null'), s.attempts, s.started_at, s.finished_at, s.duration_ms
  from jsonb_populate_recordset(null::public.playbook_run_steps, p_steps) as s
  on conflict (organization_id, run_id, position) do update
  set status = excluded.status, input = excluded.input, output = excluded.output, error = excluded.error,
      attempts = excluded.attempts, started_at = excluded.started_at, finished_at = excluded.finished_at,
      duration_ms = excluded.duration_ms;
end $$;

grant execute on function insert_playbook_runs, write_playbook_run_steps to throughline_app;

-- A run that has ended cannot change, except a failed one that is retried; its version never changes.
create function refuse_playbook_run_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'a run keeps its version and its end (% of version % would become % of version %)',
    old.status, old.version, new.status, new.version
    using errcode = 'restrict_violation';
end $$;
create trigger playbook_runs_keep_version_and_end before update on playbook_runs
  for each row when (
    old.version <> new.version or old.playbook_id <> new.playbook_id
    or (old.status in ('completed', 'stopped', 'canceled') and new.status <> old.status))
  execute function refuse_playbook_run_change();

-- A run that stops running makes room: the run of the playbook that was held back longest continues. The lock
-- is the one under which claim_playbook_runs counts, so that no run stays held back after the last one ends.
create function give_back_playbook_place() returns trigger
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.playbook_id::text, 20));
  update public.playbook_runs r set is_held_back = false, claimable_at = new.updated_at
  from (
    select run_id from public.playbook_runs
    where organization_id = new.organization_id and playbook_id = new.playbook_id and is_held_back
    order by due_at limit 1 for update skip locked
  ) as next
  where r.organization_id = new.organization_id and r.run_id = next.run_id;
  return null;
end $$;
create trigger playbook_runs_give_back_place after update of status on playbook_runs
  for each row when (old.status = 'running' and new.status <> 'running' and new.concurrency is not null)
  execute function give_back_playbook_place();

-- ── Claims of runs ──────────────────────────────────────────────────────────────────────────────

-- The worker claims due runs of all organizations: ids only; it then processes each as its own tenant.
create policy owner_claims on playbook_runs to current_user using (true) with check (true);

create function claim_playbook_runs(p_now timestamptz, p_until timestamptz, p_limit integer)
  returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_run record;
begin
  for v_run in
    select r.organization_id, r.run_id, r.playbook_id, r.concurrency
    from public.playbook_runs r
    where r.claimable_at <= p_now and not r.is_outbound and r.concurrency is not null and r.status <> 'running'
      and r.run_id in (
        select c.run_id from public.playbook_runs c
        where c.claimable_at <= p_now and not c.is_outbound
        order by c.claimable_at limit p_limit)
    order by r.claimable_at for update skip locked
  loop
    -- Another process is counting or making room: the run is tried again right after.
    continue when not pg_try_advisory_xact_lock(hashtextextended(v_run.playbook_id::text, 20));
    if (select count(*) from public.playbook_runs r
           where r.organization_id = v_run.organization_id and r.playbook_id = v_run.playbook_id
             and r.status = 'running') >= v_run.concurrency then
      update public.playbook_runs r set claimable_at = null, is_held_back = true
        where r.organization_id = v_run.organization_id and r.run_id = v_run.run_id;
    else
      update public.playbook_runs r set status = 'running'
        where r.organization_id = v_run.organization_id and r.run_id = v_run.run_id;
    end if;
  end loop;

  return query
    update public.playbook_runs r
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, late_at = null
    from (
      select c.organization_id, c.run_id from public.playbook_runs c
      where c.claimable_at <= p_now and not c.is_outbound
        and (c.concurrency is null or c.status = 'running')
      order by c.claimable_at limit p_limit for update skip locked
    ) as due
    where r.organization_id = due.organization_id and r.run_id = due.run_id
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number;
end $$;

-- At most p_of_each at a time per organization, in all processes: an organization whose receiver hangs delays only
-- its own runs. Organizations are found by skipping through the index, not by reading everything in between.
create function claim_outbound_playbook_runs(
  p_now timestamptz, p_until timestamptz, p_limit integer, p_of_each integer
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    with recursive concerned (organization_id) as (
      (select r.organization_id from public.playbook_runs r
       where r.claimable_at is not null and r.is_outbound
       order by r.organization_id limit 1)
      union all
      select (select r.organization_id from public.playbook_runs r
              where r.claimable_at is not null and r.is_outbound and r.organization_id > h.organization_id
              order by r.organization_id limit 1)
      from concerned h where h.organization_id is not null
    ), due as (
      select d.organization_id, d.run_id from concerned h
      cross join lateral (
        select count(*) as under_way from public.playbook_runs r
        where r.organization_id = h.organization_id and r.is_outbound and r.claimable_at > p_now
          and r.status = 'running'
      ) as at_work
      cross join lateral (
        select r.organization_id, r.run_id, r.claimable_at from public.playbook_runs r
        where r.organization_id = h.organization_id and r.is_outbound and r.claimable_at <= p_now
        order by r.claimable_at limit greatest(0, p_of_each - at_work.under_way)
      ) as d
      where h.organization_id is not null
      order by d.claimable_at limit p_limit
    ), locked as (
      select r.organization_id, r.run_id from public.playbook_runs r
      join due on due.organization_id = r.organization_id and due.run_id = r.run_id
      where r.claimable_at <= p_now and r.is_outbound
      for update of r skip locked
    )
    update public.playbook_runs r
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, late_at = null
    from locked
    where r.organization_id = locked.organization_id and r.run_id = locked.run_id
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number;
end $$;

-- A worker that is still processing these renews its claims. One that was overtaken has an older fence, and renews
-- nothing.
create function keep_playbook_runs(
  p_organization_ids uuid[], p_run_ids uuid[], p_fences bigint[], p_until timestamptz
) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.playbook_runs r set claimable_at = p_until
  from unnest(p_organization_ids, p_run_ids, p_fences) as kept (organization_id, run_id, fence)
  where r.organization_id = kept.organization_id and r.run_id = kept.run_id and r.fence = kept.fence
    and r.status = 'running' and r.claimable_at < p_until;
end $$;

-- Runs that should have continued before p_before, that no worker has claimed, and that were not reported yet.
create function late_playbook_runs(p_now timestamptz, p_before timestamptz, p_limit integer)
  returns table (organization_id uuid, run_id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    (select r.organization_id, r.run_id from public.playbook_runs r
     where r.claimable_at < p_now and not r.is_outbound and r.due_at < p_before and r.late_at is null
     order by r.claimable_at limit p_limit)
    union all
    (select r.organization_id, r.run_id from public.playbook_runs r
     where r.claimable_at < p_now and r.is_outbound and r.due_at < p_before and r.late_at is null
     limit p_limit);
end $$;

grant execute on function claim_playbook_runs, claim_outbound_playbook_runs, keep_playbook_runs,
  late_playbook_runs to throughline_app;
