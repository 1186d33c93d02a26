-- More ways to sign in: a link that is valid for minutes, and passkeys.

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────

alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'invitation', 'link', 'passkey'));

-- ── What an organization may do with an account ─────────────────────────────────────────────────

-- Whether an account belongs to this user alone, active or not: only then may its organization let it have a new
-- password. An account of two organizations is changed by its person alone.
create function is_account_only_of(p_account_id uuid, p_organization_id uuid, p_user_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) = 1 and bool_and(u.organization_id = p_organization_id and u.user_id = p_user_id)
  from public.users u where u.account_id = p_account_id;
end;

-- False if it belongs to another user too. The lock makes an invitation that is being accepted wait.
create function set_password_of_only_user(
  p_account_id uuid, p_organization_id uuid, p_user_id uuid, p_password_hash text, p_now timestamptz
) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.accounts a where a.account_id = p_account_id for update;
  if not public.is_account_only_of(p_account_id, p_organization_id, p_user_id) then
    return false;
  end if;
  update public.accounts set password_hash = p_password_hash, updated_at = p_now where account_id = p_account_id;
  return true;
end $$;
grant execute on function is_account_only_of, set_password_of_only_user to throughline_app;

-- ── Links ───────────────────────────────────────────────────────────────────────────────────────

create table sign_in_links (
  organization_id uuid not null,
  sign_in_link_id uuid not null,
  user_id         uuid not null,
  account_id      uuid not null references accounts,
  delivery        text not null check (delivery in ('email', 'copy')),
  -- Of an email, null until the mail server is ready to read it: the worker creates the key at that moment.
  key_hash        bytea,
  expires_at      timestamptz not null,
  sent_at         timestamptz,
  not_sent_reason text,
  used_at         timestamptz,
  revoked_at      timestamptz,
  created_by      jsonb not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, sign_in_link_id),
  foreign key (organization_id, user_id) references users,
  check (key_hash is not null or (used_at is null and sent_at is null and delivery = 'email'))
);
create unique index sign_in_links_key_unique on sign_in_links (organization_id, key_hash);
create index sign_in_links_open on sign_in_links (organization_id, user_id)
  where used_at is null and revoked_at is null;
select guard_tenant_table('sign_in_links');
grant select, insert, update on sign_in_links to throughline_app;

-- ── Passkeys ────────────────────────────────────────────────────────────────────────────────────

-- A key pair of an account: the authenticator has the private key. Like accounts, they belong to no organization, and
-- the application reaches them only through the functions below.
create table passkeys (
  passkey_id    uuid primary key,
  account_id    uuid not null references accounts,
  -- Chosen by the authenticator, in base64url.
  credential_id text not null,
  public_key    bytea not null,
  -- Counted by the authenticator: one that does not grow is a sign of a copy. Some never count.
  sign_count    bigint not null,
  transports    text[] not null,
  -- The domain that it was created for.
  domain        text not null,
  name          text not null,
  is_synced     boolean not null,
  last_used_at  timestamptz,
  refused_at    timestamptz,
  revoked_at    timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
create unique index passkeys_credential_unique on passkeys (credential_id);
create index passkeys_by_account on passkeys (account_id, passkey_id);
alter table passkeys enable row level security;

create function passkeys_of_account(p_account_id uuid, p_before uuid, p_limit integer) returns setof passkeys
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.* from public.passkeys p
  where p.account_id = p_account_id and p.passkey_id < p_before and p.revoked_at is null
  order by p.passkey_id desc limit p_limit;
end;

create function find_passkey(p_credential_id text) returns setof passkeys
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.* from public.passkeys p where p.credential_id = p_credential_id and p.revoked_at is null;
end;

-- An account has at most 20. The lock makes a concurrent one wait.
create function create_passkey(
  p_passkey_id uuid, p_account_id uuid, p_credential_id text, p_public_key bytea, p_sign_count bigint,
  p_transports text[], p_domain text, p_name text, p_is_synced boolean, p_now timestamptz
) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.accounts a where a.account_id = p_account_id for no key update;
  if (select count(*) from public.passkeys p where p.account_id = p_account_id and p.revoked_at is null) >= 20 then
    return 'too_many';
  end if;
  insert into public.passkeys (passkey_id, account_id, credential_id, public_key, sign_count, transports, domain, name,
      is_synced, created_at, updated_at)
    values (p_passkey_id, p_account_id, p_credential_id, p_public_key, p_sign_count, p_transports, p_domain, p_name,
      p_is_synced, p_now, p_now)
    on conflict do nothing;
  return case when found then 'created' else 'exists' end;
end $$;

-- Counts a use. False if the counter did not grow, which is recorded, or if it was revoked.
create function use_passkey(p_passkey_id uuid, p_sign_count bigint, p_is_synced boolean, p_now timestamptz)
  returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.passkeys
    set sign_count = p_sign_count, is_synced = p_is_synced, last_used_at = p_now, updated_at = p_now
    where passkey_id = p_passkey_id and revoked_at is null
      and (p_sign_count > sign_count or (p_sign_count = 0 and sign_count = 0));
  if found then
    return true;
  end if;
  update public.passkeys set refused_at = p_now, updated_at = p_now where passkey_id = p_passkey_id;
  return false;
end $$;

-- Nothing if the account has no such passkey, or no longer.
create function revoke_passkey(p_account_id uuid, p_passkey_id uuid, p_now timestamptz) returns setof passkeys
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    update public.passkeys p set revoked_at = p_now, updated_at = p_now
    where p.account_id = p_account_id and p.passkey_id = p_passkey_id and p.revoked_at is null
    returning p.*;
end $$;

-- Challenges that were used: each works once. They are signed, so only those that came back are stored.
create table used_challenges (
  challenge_hash bytea primary key,
  expires_at     timestamptz not null
);
create index used_challenges_by_time on used_challenges (expires_at);
alter table used_challenges enable row level security;

-- False if it was used before; a concurrent use waits for the first.
create function use_challenge(p_challenge_hash bytea, p_expires_at timestamptz, p_now timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.used_challenges where expires_at < p_now;
  insert into public.used_challenges (challenge_hash, expires_at) values (p_challenge_hash, p_expires_at)
    on conflict do nothing;
  return found;
end $$;

grant execute on function passkeys_of_account, find_passkey, create_passkey, use_passkey, revoke_passkey, use_challenge
  to throughline_app;
