-- People: users and their hours, the tokens that act for an organization, teams, and time off.

create table users (
  organization_id uuid not null references organizations,
  user_id         uuid not null,
  name            text not null,
  email           text not null,
  role            text not null check (role in ('owner', 'dispatcher', 'technician', 'viewer')),
  active          boolean not null,
  -- Null: the organization's.
  time_zone       text,
  working_hours   jsonb,
  skills          text[] not null default '{}' check (cardinality(skills) <= 100),
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, user_id)
);
create unique index users_email_unique on users (organization_id, lower(email));
select guard_tenant_table('users');
grant select, insert, update on users to throughline_app;

-- ── Tokens ──────────────────────────────────────────────────────────────────────────────────────

create table tokens (
  organization_id uuid not null references organizations,
  token_id        uuid not null,
  name            text not null,
  token_hash      bytea not null,
  scopes          text[] not null,
  user_id         uuid,
  from_setting    boolean not null default false,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, token_id),
  foreign key (organization_id, user_id) references users
);
select guard_tenant_table('tokens');
grant select, insert, update on tokens to throughline_app;

-- Finds the organization of a token, before the organization is known. A session without a tenant sees only the
-- row whose hash it presents, so the table cannot be listed. On Citus this is a reference table.
create table token_directory (
  organization_id uuid not null,
  token_id        uuid not null,
  token_hash      bytea not null,
  primary key (organization_id, token_id),
  foreign key (organization_id, token_id) references tokens
);
create unique index token_directory_hash on token_directory (token_hash) include (organization_id, token_id);
select guard_tenant_table('token_directory');
create policy presented on token_directory for select
  using (token_hash = decode(nullif(current_setting('app.token_hash', true), ''), 'hex'));
grant select, insert on token_directory to throughline_app;

-- Sets what the policy checks, then reads: a single statement would not guarantee that order.
create function find_token(p_token_hash bytea) returns table (organization_id uuid, token_id uuid)
  language plpgsql volatile as $$
begin
  perform set_config('app.token_hash', encode(p_token_hash, 'hex'), true);
  return query select d.organization_id, d.token_id
    from public.token_directory d where d.token_hash = p_token_hash;
end $$;

grant execute on function find_token to throughline_app;

-- ── Teams ───────────────────────────────────────────────────────────────────────────────────────

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
select guard_tenant_table('teams');

-- Rows, not an array on the team: the foreign key ensures what would otherwise need a trigger, and row-level
-- security prevents the use of a GIN index on the array, because @> is not leakproof. This way the members of a
-- team are a range of the primary key, and the teams of a user a range of the other index. When a user leaves, the
-- row stays with removed_at; it is used again when the user returns.
create table team_members (
  organization_id uuid not null,
  team_id         uuid not null,
  user_id         uuid not null,
  -- Members are listed in the order in which they were sent.
  position        integer not null,
  removed_at      timestamptz,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references teams,
  foreign key (organization_id, user_id) references users
);
create index team_members_by_user on team_members (organization_id, user_id, team_id)
  where removed_at is null;
select guard_tenant_table('team_members');

-- Sets the members of a team, in the given order; all others are removed.
create function replace_team_members(p_organization_id uuid, p_team_id uuid, p_user_ids uuid[], p_at timestamptz)
  returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.team_members set removed_at = p_at
    where organization_id = p_organization_id and team_id = p_team_id and user_id <> all (p_user_ids)
      and removed_at is null;
  insert into public.team_members (organization_id, team_id, user_id, position)
  select p_organization_id, p_team_id, member.user_id, member.position
  from unnest(p_user_ids) with ordinality as member (user_id, position)
  on conflict (organization_id, team_id, user_id)
  do update set position = excluded.position, removed_at = null;
end $$;
grant execute on function replace_team_members to throughline_app;

-- The member who was assigned last, for teams whose members take turns.
create table team_turns (
  organization_id uuid not null,
  team_id         uuid not null,
  last_user_id    uuid not null,
  primary key (organization_id, team_id),
  foreign key (organization_id, team_id) references teams,
  foreign key (organization_id, last_user_id) references users
) with (fillfactor = 10);
select guard_tenant_table('team_turns');

-- ── Time off ────────────────────────────────────────────────────────────────────────────────────

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
  -- 366 days, in hours: a day's length depends on the session's time zone. Because none is longer, one index
  -- on the end is enough for both ends of a range.
  constraint time_off_not_too_long check (
    ends_at > starts_at and ends_at <= starts_at + interval '8784 hours')
);
create index time_off_by_user on time_off (organization_id, user_id, ends_at) where deleted_at is null;
create index time_off_by_time on time_off (organization_id, ends_at) where deleted_at is null;
select guard_tenant_table('time_off');

grant select, insert, update on teams, team_members, team_turns, time_off to throughline_app;
