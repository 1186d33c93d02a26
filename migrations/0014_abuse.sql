-- Limits against abuse: who texts can be sent to and how many, a switch that stops all sending, what an organization
-- can create, and the challenge of a public form.

-- ── Sending ─────────────────────────────────────────────────────────────────────────────────────

alter table organizations
  -- The countries that texts can go to; null for the organization's own.
  add column text_countries text[]
    check (cardinality(text_countries) between 1 and 250 and array_position(text_countries, null) is null),
  add column texts_per_hour integer not null default 200 check (texts_per_hour between 1 and 100000),
  add column texts_per_day integer not null default 1000 check (texts_per_day between 1 and 100000),
  add column texts_per_number_per_hour integer not null default 10
    check (texts_per_number_per_hour between 1 and 1000),
  add column texts_per_number_per_day integer not null default 30
    check (texts_per_number_per_day between 1 and 1000),
  -- Since when no message is sent; null while messages are sent.
  add column sending_paused_at timestamptz;

-- The one row of the service as a whole. It belongs to no organization and contains no data of any. On Citus this is
-- a reference table.
create table service_settings (
  only_row          boolean primary key default true check (only_row),
  sending_paused_at timestamptz
);
insert into service_settings default values;
grant select, update on service_settings to throughline_app;

-- Texts that were handed to a gateway in the last day, to count them: a text that a user sends again counts again. The
-- number is stored as a hash, since it is only compared.
create table text_counts (
  organization_id  uuid not null,
  communication_id uuid not null,
  resend           integer not null,
  number_hash      bigint not null,
  counted_at       timestamptz not null,
  primary key (organization_id, communication_id, resend),
  foreign key (organization_id, communication_id) references communications
);
create index text_counts_by_time on text_counts (organization_id, counted_at);
create index text_counts_by_number on text_counts (organization_id, number_hash, counted_at);
select guard_tenant_table('text_counts', 'deletable');
grant select, insert, delete on text_counts to throughline_app;

-- Counts a text that is about to be sent, unless that is one too many. Returns the limits that are reached: none if
-- the text was counted, now or at an earlier attempt. The lock makes the texts of one organization wait for each other
-- until the commit, so that two of them cannot take the last place. A limit of n is reached if the n-th newest text is
-- within its time: the limits hold for every hour and every day, whenever it starts.
create function count_text(
  p_organization_id uuid, p_communication_id uuid, p_resend integer, p_to_address text, p_now timestamptz
) returns table (reached text, max integer, free_at timestamptz)
  language plpgsql volatile as $$
declare
  v_number_hash bigint := hashtextextended(p_to_address, 0);
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('texts ' || p_organization_id, 0));
  if exists (
      select from public.text_counts t
      where t.organization_id = p_organization_id and t.communication_id = p_communication_id
        and t.resend = p_resend) then
    return;
  end if;
  return query
    select l.name, l.max, t.counted_at + l.span
    from public.organizations o
    cross join lateral (values
      ('per_hour', o.texts_per_hour, interval '1 hour'),
      ('per_day', o.texts_per_day, interval '24 hours')) as l (name, max, span)
    cross join lateral (
      select c.counted_at from public.text_counts c
      where c.organization_id = p_organization_id and c.counted_at > p_now - l.span
      order by c.counted_at desc offset l.max - 1 limit 1) as t
    where o.organization_id = p_organization_id
    union all
    select l.name, l.max, t.counted_at + l.span
    from public.organizations o
    cross join lateral (values
      ('per_number_per_hour', o.texts_per_number_per_hour, interval '1 hour'),
      ('per_number_per_day', o.texts_per_number_per_day, interval '24 hours')) as l (name, max, span)
    cross join lateral (
      select c.counted_at from public.text_counts c
      where c.organization_id = p_organization_id and c.number_hash = v_number_hash
        and c.counted_at > p_now - l.span
      order by c.counted_at desc offset l.max - 1 limit 1) as t
    where o.organization_id = p_organization_id;
  if not found then
    insert into public.text_counts (organization_id, communication_id, resend, number_hash, counted_at)
      values (p_organization_id, p_communication_id, p_resend, v_number_hash, p_now);
  end if;
end $$;
grant execute on function count_text to throughline_app;

-- Messages that wait because sending is paused.
create index communications_waiting on communications (organization_id, communication_id)
  where status = 'queued' and status_reason = 'sending_paused';

-- Leads that anyone could have sent: by a public form, or with a token that can only create leads.
create table public_leads (
  organization_id uuid not null,
  lead_id         uuid not null,
  primary key (organization_id, lead_id),
  foreign key (organization_id, lead_id) references leads
);
select guard_tenant_table('public_leads', 'append_only');
grant select, insert on public_leads to throughline_app;
grant select on public_leads to throughline_own;

-- ── Quotas ──────────────────────────────────────────────────────────────────────────────────────

-- Quotas that the operator changed. All others are the defaults in the triggers below.
create table organization_quotas (
  organization_id uuid not null references organizations,
  resource        text not null,
  max             integer not null check (max between 0 and 1000000),
  primary key (organization_id, resource)
);
select guard_tenant_table('organization_quotas');
grant select, insert, update on organization_quotas to throughline_app;

-- How many of a resource an organization can have.
create function quota_of(p_organization_id uuid, p_resource text) returns integer
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce(
    (select q.max from public.organization_quotas q
     where q.organization_id = p_organization_id and q.resource = p_resource),
    case p_resource
      when 'channels' then 50
      when 'forms' then 200
      when 'playbooks' then 500
      when 'templates' then 1000
      when 'tokens' then 1000
      when 'users' then 2000
      when 'webhook_endpoints' then 50
    end);
end $$;

-- How many it has. What cannot be deleted counts for ever; a deleted endpoint, a revoked or expired token and the ready
-- playbooks do not count.
create function quota_used(p_organization_id uuid, p_resource text, p_now timestamptz) returns bigint
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
       where t.organization_id = p_organization_id and t.revoked_at is null
         and (t.expires_at > p_now or t.expires_at is null))
    when 'users' then
      (select count(*) from public.users u where u.organization_id = p_organization_id)
    when 'webhook_endpoints' then
      (select count(*) from public.webhook_endpoints e
       where e.organization_id = p_organization_id and e.deleted_at is null)
  end;
end $$;
create index tokens_valid on tokens (organization_id, expires_at) where revoked_at is null;

-- Refuses a row beyond the quota, after the policies have accepted it. The lock makes the inserts of one resource wait for each other until the commit, so
-- that two of them cannot take the last place.
create function enforce_quota() returns trigger
  language plpgsql as $$
declare
  v_max integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('quota of ' || tg_argv[0] || ' ' || new.organization_id, 0));
  v_max := public.quota_of(new.organization_id, tg_argv[0]);
  if public.quota_used(new.organization_id, tg_argv[0], new.created_at) > v_max then
    raise exception 'the organization has % %, as many as it can have', v_max, tg_argv[0]
      using errcode = 'check_violation', constraint = 'quota_exceeded', table = tg_argv[0], detail = v_max::text;
  end if;
  return null;
end $$;
grant execute on function quota_of, quota_used to throughline_app;

create trigger channels_quota after insert on channels
  for each row execute function enforce_quota('channels');
create trigger forms_quota after insert on forms
  for each row execute function enforce_quota('forms');
-- The service itself installs the ready playbooks.
create trigger playbooks_quota after insert on playbooks
  for each row when (new.key is null) execute function enforce_quota('playbooks');
create trigger templates_quota after insert on templates
  for each row execute function enforce_quota('templates');
create trigger tokens_quota after insert on tokens
  for each row execute function enforce_quota('tokens');
create trigger users_quota after insert on users
  for each row execute function enforce_quota('users');
create trigger webhook_endpoints_quota after insert on webhook_endpoints
  for each row execute function enforce_quota('webhook_endpoints');

-- ── Forms ───────────────────────────────────────────────────────────────────────────────────────

-- Challenges of forms that were used, until they are too old to be used: each can send one request. The same request
-- again, such as a double click, has the same content.
create table form_challenges (
  organization_id uuid not null references organizations,
  challenge_key   text not null,
  content_hash    bytea not null,
  expires_at      timestamptz not null,
  primary key (organization_id, challenge_key)
);
create index form_challenges_by_time on form_challenges (organization_id, expires_at);
select guard_tenant_table('form_challenges', 'deletable');
grant select, insert, delete on form_challenges to throughline_app;

-- Uses a challenge for a request. False if it was used for another request; a concurrent use waits for the first.
create function use_form_challenge(
  p_organization_id uuid, p_challenge_key text, p_content_hash bytea, p_expires_at timestamptz
) returns boolean
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.form_challenges (organization_id, challenge_key, content_hash, expires_at)
    values (p_organization_id, p_challenge_key, p_content_hash, p_expires_at)
    on conflict do nothing;
  return exists (
    select from public.form_challenges c
    where c.organization_id = p_organization_id and c.challenge_key = p_challenge_key
      and c.content_hash = p_content_hash);
end $$;
grant execute on function use_form_challenge to throughline_app;
