-- People as scheduling needs them: when somebody works, what they can do, who works together, and who is
-- away.

alter table organizations
  -- { weekly: [{ day, start, end }], exceptions: [{ date, intervals: [{ start, end }] }] }, in local time.
  add column working_hours jsonb not null default '{
    "weekly": [
      {"day": "monday", "start": "08:00", "end": "17:00"},
      {"day": "tuesday", "start": "08:00", "end": "17:00"},
      {"day": "wednesday", "start": "08:00", "end": "17:00"},
      {"day": "thursday", "start": "08:00", "end": "17:00"},
      {"day": "friday", "start": "08:00", "end": "17:00"}],
    "exceptions": []}',
  add column minimum_notice_minutes integer not null default 0
    check (minimum_notice_minutes between 0 and 43200),
  add column buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 480),
  add column step_minutes integer not null default 30 check (step_minutes between 5 and 1440),
  add column horizon_days integer not null default 365 check (horizon_days between 1 and 730);

alter table users
  -- Null for both: the organization's.
  add column time_zone text,
  add column working_hours jsonb,
  add column skills text[] not null default '{}' check (cardinality(skills) <= 100);

create table teams (
  organization_id uuid not null references organizations,
  team_id         uuid not null,
  name            text not null,
  active          boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, team_id)
);
create unique index teams_name_unique on teams (organization_id, lower(name)) where active;

-- Rows, and not an array on the team: the foreign key holds what would take a trigger, and row-level
-- security keeps a GIN index on the array from being used, because @> is not leakproof. As it is, the
-- members of a team are a stretch of the primary key, and the teams of a user one of the other index.
-- Whoever leaves keeps the row, with removed_at, and takes it up again on coming back.
create table team_members (
  organization_id uuid not null,
  team_id         uuid not null,
  user_id         uuid not null,
  -- Members are answered in the order in which they were sent.
  position        integer not null,
  removed_at      timestamptz,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references teams,
  foreign key (organization_id, user_id) references users
);
create index team_members_by_user on team_members (organization_id, user_id, team_id)
  where removed_at is null;

create table time_off (
  organization_id uuid not null references organizations,
  time_off_id     uuid not null,
  user_id         uuid not null,
  starts_at       timestamptz not null,
  ends_at         timestamptz not null,
  reason          text,
  deleted_at      timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, time_off_id),
  constraint time_off_of_a_user foreign key (organization_id, user_id) references users,
  -- 366 days, in hours: days would be as long as the session's time zone has them. That none is longer
  -- lets one index on the end answer for both ends of a span.
  constraint time_off_not_too_long check (
    ends_at > starts_at and ends_at <= starts_at + interval '8784 hours')
);
create index time_off_by_user on time_off (organization_id, user_id, ends_at) where deleted_at is null;
create index time_off_by_time on time_off (organization_id, ends_at) where deleted_at is null;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['teams', 'team_members', 'time_off'] loop
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

grant select, insert, update on teams, team_members, time_off to throughline_app;
