-- Runs of playbooks: a run is rows, so that a hundred thousand that wait cost a place on disk and nothing else.

create table playbook_runs (
  organization_id  uuid not null references organizations,
  run_id           uuid not null,
  playbook_id      uuid not null,
  -- As it was called when the run began.
  playbook_name    text not null,
  -- Pinned: whatever becomes of the playbook, this run goes by the version it began with.
  version          integer not null,
  -- Null for a run that an event of no lifecycle began.
  lifecycle_number text,
  lead_id          uuid,
  customer_id      uuid,
  job_id           uuid,
  appointment_id   uuid,
  invoice_id       uuid,
  status           text not null check (status in
    ('queued', 'running', 'waiting', 'completed', 'stopped', 'failed', 'canceled')),
  -- The event that began it; null for one that was asked for.
  trigger_seq      bigint,
  trigger_type     text,
  started_by       jsonb not null,
  input            jsonb not null,
  -- How many runs led to this one, each by an event of the one before.
  depth            smallint not null,
  -- Events behind this place of the log can stop it.
  born_seq         bigint not null,
  stop_on          text[] not null,
  -- How many of its playbook may be at work at once; null for as many as there are.
  concurrency      integer,
  -- The instruction that it stands at, and the step's id; null behind the last one.
  position         integer not null,
  step_id          text,
  -- When it was, or is, to go on; null once it has ended.
  due_at           timestamptz,
  -- What a worker goes by: due_at, or the end of the claim of the one that is at it. Null also while it is
  -- held back because as many of its playbook are at work as may be.
  claimable_at     timestamptz,
  is_held_back     boolean not null default false,
  -- Its next step talks to another machine, and is left to those who can wait for one.
  is_outbound      boolean not null default false,
  -- Counts the claims: who comes back with an older one has been overtaken.
  fence            bigint not null default 0,
  -- A kind of event that it waits for, if it does, and the event that came.
  waiting_for      text,
  waiting_since    bigint,
  resumed_by       jsonb,
  reason           text,
  error            jsonb,
  has_unknown      boolean not null default false,
  -- When it was found to be late, at the due time that it is at.
  overdue_at       timestamptz,
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
  -- No run is lost sight of: it has ended, is held back, or somebody will look at it.
  constraint playbook_run_is_looked_after check (finished_at is not null or is_held_back or claimable_at is not null)
) with (fillfactor = 80);

-- An event begins a run of a playbook once.
create unique index playbook_runs_trigger_unique on playbook_runs (organization_id, playbook_id, trigger_seq)
  where trigger_seq is not null;
-- What is due, of all organizations, oldest first; and of each, what waits for another machine.
create index playbook_runs_due on playbook_runs (claimable_at) where claimable_at is not null and not is_outbound;
create index playbook_runs_outbound on playbook_runs (organization_id, claimable_at)
  where claimable_at is not null and is_outbound;
create index playbook_runs_held_back on playbook_runs (organization_id, playbook_id, due_at) where is_held_back;
create index playbook_runs_at_work on playbook_runs (organization_id, playbook_id) where status = 'running';
-- Those that an event of the lifecycle may stop or resume.
create index playbook_runs_living on playbook_runs (organization_id, lifecycle_number) where finished_at is null;
-- Due times of the living, for what is overdue and what is next.
create index playbook_runs_by_due on playbook_runs (organization_id, due_at) where finished_at is null;
create index playbook_runs_overdue on playbook_runs (organization_id, run_id)
  where overdue_at is not null and finished_at is null;
create index playbook_runs_by_status on playbook_runs (organization_id, status, run_id);
create index playbook_runs_by_playbook on playbook_runs (organization_id, playbook_id, status, run_id);
create index playbook_runs_by_lifecycle on playbook_runs (organization_id, lifecycle_number, run_id);
create index playbook_runs_failed on playbook_runs (organization_id, finished_at) where status = 'failed';

-- What a run did, an instruction a row. Instructions lead forward only, so their order is the run's.
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

-- What the requests of playbooks are signed with. One organization, one secret, made when it is first asked for.
create table playbook_signing_secrets (
  organization_id        uuid primary key references organizations,
  sealed_secret          bytea not null,
  -- Signed with as well until that time, so that a receiver can change over at leisure.
  sealed_previous_secret bytea,
  previous_secret_until  timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);

-- Whose turn it was last, where the members of a team take turns.
create table team_turns (
  organization_id uuid not null,
  team_id         uuid not null,
  last_user_id    uuid not null,
  primary key (organization_id, team_id),
  foreign key (organization_id, team_id) references teams,
  foreign key (organization_id, last_user_id) references users
) with (fillfactor = 10);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['playbook_runs', 'playbook_run_steps', 'playbook_signing_secrets', 'team_turns'] loop
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

create trigger playbook_runs_lifecycle_number_immutable before update on playbook_runs
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();

-- A run that has ended stays as it ended, but for a failed one that is tried again; its version never changes.
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

-- Whoever stops working makes room: the run of the playbook that has been held back for longest goes on. The
-- lock is the one under which claim_playbook_runs counts, so that nobody is held back behind the last who leaves.
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

-- ── Claims ──────────────────────────────────────────────────────────────────────────────────────

-- The worker takes what is due of all organizations: ids alone, each of which it then works on as its tenant.
create policy owner_claims on playbook_runs to current_user using (true) with check (true);

create function claim_playbook_runs(p_now timestamptz, p_until timestamptz, p_limit integer)
  returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text)
  language plpgsql volatile security definer as $$
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
          and not public.is_attended(c.organization_id, p_now)
        order by c.claimable_at limit p_limit)
    order by r.claimable_at for update skip locked
  loop
    -- Somebody else counts at this moment, or makes room: it is looked at again right after.
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
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, overdue_at = null
    from (
      select c.organization_id, c.run_id from public.playbook_runs c
      where c.claimable_at <= p_now and not c.is_outbound
        and not public.is_attended(c.organization_id, p_now)
        and (c.concurrency is null or c.status = 'running')
      order by c.claimable_at limit p_limit for update skip locked
    ) as due
    where r.organization_id = due.organization_id and r.run_id = due.run_id
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number;
end $$;

-- Of every organization that has any, so many at a time in all: one whose receiver hangs holds up its own alone.
-- Organizations are found by leaping through the index, not by reading what lies between.
create function claim_outbound_playbook_runs(
  p_now timestamptz, p_until timestamptz, p_limit integer, p_of_each integer
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text)
  language plpgsql volatile security definer as $$
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
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, overdue_at = null
    from locked
    where r.organization_id = locked.organization_id and r.run_id = locked.run_id
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number;
end $$;

-- A worker that is still at these says so. Whoever was overtaken has another fence, and keeps nothing.
create function keep_playbook_runs(
  p_organization_ids uuid[], p_run_ids uuid[], p_fences bigint[], p_until timestamptz
) returns void
  language sql volatile security definer
begin atomic
  update public.playbook_runs r set claimable_at = p_until
  from unnest(p_organization_ids, p_run_ids, p_fences) as kept (organization_id, run_id, fence)
  where r.organization_id = kept.organization_id and r.run_id = kept.run_id and r.fence = kept.fence
    and r.status = 'running' and r.claimable_at < p_until;
end;

-- Runs that should have gone on before p_before, that nobody is at, and of which that was not said yet.
create function late_playbook_runs(p_now timestamptz, p_before timestamptz, p_limit integer)
  returns table (organization_id uuid, run_id uuid)
  language plpgsql stable security definer as $$
begin
  return query
    (select r.organization_id, r.run_id from public.playbook_runs r
     where r.claimable_at < p_now and not r.is_outbound and r.due_at < p_before and r.overdue_at is null
       and not public.is_attended(r.organization_id, p_now)
     order by r.claimable_at limit p_limit)
    union all
    (select r.organization_id, r.run_id from public.playbook_runs r
     where r.claimable_at < p_now and r.is_outbound and r.due_at < p_before and r.overdue_at is null
     limit p_limit);
end $$;

grant select, insert, update on playbook_runs, playbook_run_steps, playbook_signing_secrets, team_turns to throughline_app;
