-- Tokens that end with the token that created them, tokens for browsers, secrets of playbooks, and the keys that
-- encrypt secrets.

-- ── Tokens ──────────────────────────────────────────────────────────────────────────────────────

alter table tokens
  add column parent_token_id uuid,
  -- The parent, its parent, and so on, oldest first. A trigger sets both lists, so that neither the check of a token
  -- nor the end of a whole family has to follow the parents one by one.
  add column ancestor_ids uuid[] not null default '{}',
  -- The users of those tokens: once one of them is inactive, this token is not valid either.
  add column ancestor_user_ids uuid[] not null default '{}',
  add column created_by jsonb not null default '{"type": "system", "id": null, "name": "unknown"}',
  -- Where a browser may use it; empty for a token of a server.
  add column allowed_origins text[] not null default '{}',
  add constraint tokens_parent foreign key (organization_id, parent_token_id) references tokens,
  add constraint tokens_not_too_deep check (cardinality(ancestor_ids) <= 10),
  -- What a page contains is public, so such a token can do nothing but create leads.
  add constraint tokens_origins_only_to_capture check (
    cardinality(allowed_origins) = 0 or (scopes = '{leads:capture}' and cardinality(allowed_origins) <= 20));
alter table tokens alter column created_by drop default;

-- A new token is valid only under valid ancestors and never longer than they are. They stay locked until the commit:
-- a revocation of one of them waits, then finds the new token.
create function place_token() returns trigger
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
  new.ancestor_ids := v_parent.ancestor_ids || v_parent.token_id;
  new.ancestor_user_ids := case
    when v_parent.user_id is null or v_parent.user_id = any (v_parent.ancestor_user_ids) then v_parent.ancestor_user_ids
    else v_parent.ancestor_user_ids || v_parent.user_id end;

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
create trigger tokens_place before insert on tokens
  for each row execute function place_token();
create trigger tokens_place_again before update on tokens
  for each row when (old.parent_token_id is distinct from new.parent_token_id) execute function place_token();

-- ── Secrets ─────────────────────────────────────────────────────────────────────────────────────

-- Values that playbooks send to other systems. They are encrypted here and decrypted only to be sent.
create table secrets (
  organization_id uuid not null references organizations,
  secret_id       uuid not null,
  name            text not null check (name ~ '^[a-z][a-z0-9_]{0,63}$'),
  -- Encrypted for this row. Null once it is deleted: the value is gone, the row stays.
  sealed_value    bytea,
  -- The only hosts it is sent to; empty for any.
  allowed_hosts   text[] not null default '{}' check (cardinality(allowed_hosts) <= 20),
  last_used_at    timestamptz,
  deleted_at      timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, secret_id),
  constraint secrets_value_until_deleted check ((sealed_value is null) = (deleted_at is not null))
);
create unique index secrets_name_unique on secrets (organization_id, name) where deleted_at is null;
select guard_tenant_table('secrets');
grant select, insert, update on secrets to throughline_app;

-- ── Keys ────────────────────────────────────────────────────────────────────────────────────────

-- The organizations with something that none of these keys encrypted: ids only, for the start and for a change of the
-- key, which process them one tenant at a time. An encrypted value starts with the name of its key.
create policy owner_finds_keys on channels for select to current_user using (true);
create policy owner_finds_keys on webhook_endpoints for select to current_user using (true);
create policy owner_finds_keys on playbook_signing_secrets for select to current_user using (true);
create policy owner_finds_keys on secrets for select to current_user using (true);
create function organizations_with_other_keys(p_key_names bytea[]) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select distinct stored.organization_id
    from (
      select c.organization_id, c.sealed_secret from public.channels c
      union all
      select e.organization_id, e.sealed_secret from public.webhook_endpoints e
      union all
      select e.organization_id, e.sealed_previous_secret from public.webhook_endpoints e
      union all
      select p.organization_id, p.sealed_secret from public.playbook_signing_secrets p
      union all
      select p.organization_id, p.sealed_previous_secret from public.playbook_signing_secrets p
      union all
      select s.organization_id, s.sealed_value from public.secrets s
    ) as stored (organization_id, sealed)
    where stored.sealed is not null and substr(stored.sealed, 1, 5) <> all (p_key_names)
    order by stored.organization_id;
end $$;
grant execute on function organizations_with_other_keys to throughline_app;
