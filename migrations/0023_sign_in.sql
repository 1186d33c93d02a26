-- Signing in: accounts of people, invitations, and sessions, which are tokens in a cookie.

-- ── Accounts ────────────────────────────────────────────────────────────────────────────────────

-- An email address with a way to prove it. It belongs to no organization: one person can be a user of several. The
-- application reaches accounts only through the functions below, by the address or the id; it cannot list them.
create table accounts (
  account_id    uuid primary key,
  email         text not null,
  -- argon2id, with its parameters and its salt.
  password_hash text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
create unique index accounts_email_unique on accounts (lower(email));
alter table accounts enable row level security;

-- The person that signs in as this user; null until an invitation was accepted.
alter table users add column account_id uuid references accounts;
create unique index users_account_unique on users (organization_id, account_id) where account_id is not null;
create index users_by_account on users (account_id) where account_id is not null;

create function find_account(p_email text) returns table (account_id uuid, password_hash text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.account_id, a.password_hash from public.accounts a where lower(a.email) = lower(p_email);
end;

create function get_account(p_account_id uuid) returns table (email text, password_hash text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.email, a.password_hash from public.accounts a where a.account_id = p_account_id;
end;

-- Null if another account has the address.
create function create_account(p_account_id uuid, p_email text, p_password_hash text, p_now timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.accounts (account_id, email, password_hash, created_at, updated_at)
    values (p_account_id, p_email, p_password_hash, p_now, p_now)
    on conflict do nothing;
  return case when found then p_account_id end;
end $$;

create function set_account_password(p_account_id uuid, p_password_hash text, p_now timestamptz) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.accounts set password_hash = p_password_hash, updated_at = p_now where account_id = p_account_id;
end $$;

-- The users that a person can sign in as: active ones, of organizations that are not suspended.
create policy owner_finds_accounts on users for select to current_user using (true);
create function users_of_account(p_account_id uuid)
  returns table (organization_id uuid, organization_name text, user_id uuid, user_name text, role text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select u.organization_id, o.name, u.user_id, u.name, u.role
  from public.users u
  join public.organizations o on o.organization_id = u.organization_id
  where u.account_id = p_account_id and u.active and o.suspended_at is null
  order by lower(o.name), u.organization_id;
end;

grant execute on function find_account, get_account, create_account, set_account_password, users_of_account
  to throughline_app;

-- ── Guessing ────────────────────────────────────────────────────────────────────────────────────

-- Tries in a row that did not succeed, by account and by address in the network; only hashes of both. They are
-- forgotten after a day without one.
create table sign_in_failures (
  subject_hash bytea primary key,
  failures     integer not null,
  last_at      timestamptz not null
);
create index sign_in_failures_by_time on sign_in_failures (last_at);
alter table sign_in_failures enable row level security;

-- Counts a try before it is checked, so that many at once do not all pass, and returns 0; or returns the seconds to wait,
-- and does not count it: none after the first five, then 2, 4, 8 and so on up to 15 minutes.
create function try_sign_in(p_subjects bytea[], p_now timestamptz) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_wait integer;
begin
  delete from public.sign_in_failures where last_at < p_now - interval '1 day';
  insert into public.sign_in_failures (subject_hash, failures, last_at)
    select distinct subject, 0, p_now from unnest(p_subjects) as given (subject) order by subject
    on conflict do nothing;
  perform from public.sign_in_failures f where f.subject_hash = any (p_subjects) order by f.subject_hash for update;
  select max(ceil(extract(epoch from
      f.last_at + least(power(2, least(f.failures, 20) - 4), 900) * interval '1 second' - p_now)))::integer
    into v_wait
    from public.sign_in_failures f
    where f.subject_hash = any (p_subjects) and f.failures >= 5;
  if v_wait > 0 then
    return v_wait;
  end if;
  update public.sign_in_failures set failures = failures + 1, last_at = p_now where subject_hash = any (p_subjects);
  return 0;
end $$;

-- A try that succeeded: nothing is left of the account's failures, and the network address gets back only this one, so
-- that a guesser with an account of their own cannot start over.
create function forgive_sign_in(p_account bytea, p_network bytea) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.sign_in_failures where subject_hash = p_account;
  update public.sign_in_failures set failures = greatest(failures - 1, 0) where subject_hash = p_network;
end $$;
grant execute on function try_sign_in, forgive_sign_in to throughline_app;

-- ── Invitations ─────────────────────────────────────────────────────────────────────────────────

create table invitations (
  organization_id uuid not null references organizations,
  invitation_id   uuid not null,
  user_id         uuid not null,
  -- The link is shown once; it names the organization, so that the hash is found without a directory.
  key_hash        bytea not null,
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  revoked_at      timestamptz,
  created_by      jsonb not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, invitation_id),
  foreign key (organization_id, user_id) references users
);
create unique index invitations_key_unique on invitations (organization_id, key_hash);
-- A new invitation replaces the one before it.
create unique index invitations_one_open on invitations (organization_id, user_id)
  where accepted_at is null and revoked_at is null;
select guard_tenant_table('invitations');
grant select, insert, update on invitations to throughline_app;

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────

-- A session is a token that a browser keeps in a cookie: the same hash, scopes, revocation and last use.
create table sessions (
  organization_id uuid not null,
  token_id        uuid not null,
  account_id      uuid not null references accounts,
  -- The last proof of who it is: what is dangerous needs a recent one.
  signed_in_at    timestamptz not null,
  method          text not null check (method in ('password', 'invitation')),
  user_agent      text,
  address         text,
  primary key (organization_id, token_id),
  foreign key (organization_id, token_id) references tokens
);
create index sessions_by_account on sessions (organization_id, account_id, token_id);
select guard_tenant_table('sessions');
grant select, insert, update on sessions to throughline_app;

-- True for the token of a session.
alter table tokens add column is_session boolean not null default false;
create index tokens_of_sessions on tokens (organization_id, user_id, token_id) where is_session;
drop trigger tokens_quota on tokens;
create trigger tokens_quota after insert on tokens
  for each row when (not new.is_session) execute function enforce_quota('tokens');
create or replace function quota_used(p_organization_id uuid, p_resource text, p_now timestamptz) returns bigint
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return case p_resource
    when 'channels' then
      (select count(*) from public.channels c where c.organization_id = p_organization_id)
    when 'forms' then
      (select count(*) from public.forms f where f.organization_id = p_organization_id)
    when 'playbooks' then
      (select count(*) from public.playbooks p where p.organization_id = p_organization_id and p.key is null)
    when 'templates' then
      (select count(*) from public.templates t where t.organization_id = p_organization_id)
    when 'tokens' then
      (select count(*) from public.tokens t
       where t.organization_id = p_organization_id and t.revoked_at is null and not t.is_session
         and (t.expires_at > p_now or t.expires_at is null))
    when 'users' then
      (select count(*) from public.users u where u.organization_id = p_organization_id)
    when 'webhook_endpoints' then
      (select count(*) from public.webhook_endpoints e
       where e.organization_id = p_organization_id and e.deleted_at is null)
  end;
end $$;

-- A token that was created in a session outlives it, but still ends when its user is deactivated.
create or replace function place_token() returns trigger
  language plpgsql as $$
declare
  v_parent public.tokens;
begin
  new.ancestor_ids := '{}';
  new.ancestor_user_ids := '{}';
  select * into v_parent from public.tokens t
    where t.organization_id = new.organization_id and t.token_id = new.parent_token_id;
  if not found then
    return new;
  end if;
  new.ancestor_user_ids := case
    when v_parent.user_id is null or v_parent.user_id = any (v_parent.ancestor_user_ids) then v_parent.ancestor_user_ids
    else v_parent.ancestor_user_ids || v_parent.user_id end;
  if v_parent.is_session then
    new.parent_token_id := null;
    return new;
  end if;
  new.ancestor_ids := v_parent.ancestor_ids || v_parent.token_id;

  perform from public.tokens t
    where t.organization_id = new.organization_id and t.token_id = any (new.ancestor_ids)
    order by t.token_id for share;
  -- A statement of its own: it sees what was committed before the locks were granted.
  if exists (
      select from public.tokens t
      where t.organization_id = new.organization_id and t.token_id = any (new.ancestor_ids)
        and (t.revoked_at is not null or t.expires_at <= new.created_at)) then
    raise exception 'the parent of token % is not valid', new.token_id
      using errcode = 'check_violation', constraint = 'tokens_parent_valid';
  end if;
  if new.expires_at > v_parent.expires_at or (new.expires_at is null and v_parent.expires_at is not null) then
    raise exception 'token % would be valid longer than its parent', new.token_id
      using errcode = 'check_violation', constraint = 'tokens_within_parent';
  end if;
  if new.user_id is null and v_parent.user_id is not null then
    raise exception 'token % would act for no user, unlike its parent', new.token_id
      using errcode = 'check_violation', constraint = 'tokens_user_of_parent';
  end if;
  return new;
end $$;
