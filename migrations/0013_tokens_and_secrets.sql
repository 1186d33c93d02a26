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
