-- What a message is for, until when it is of use, how many one person gets in a day, and in which language.

-- ── Purpose and expiry ──────────────────────────────────────────────────────────────────────────

-- What it was called before: a message, a test of a channel, or a reply that the service gives by itself.
alter table communications rename column purpose to kind;
alter table communications drop constraint communications_purpose_check;
alter table communications
  add constraint communications_kind_check check (kind in ('message', 'test', 'opt_out_confirmation', 'help')),
  -- Quiet hours hold back marketing. Null for what the service does not send, and for messages from before this column:
  -- there, an automatic message is marketing.
  add column purpose text check (purpose in ('service', 'marketing')),
  -- It is not sent at this time or later; null if it never expires.
  add column expires_at timestamptz;

-- No attempt starts after the expiry, whichever code starts it.
create function refuse_expired_attempt() returns trigger
  language plpgsql as $$
begin
  raise exception 'the message % expired at %', new.communication_id, new.expires_at
    using errcode = 'check_violation';
end $$;
create trigger communications_no_expired_attempt before update on communications
  for each row when (
    new.status = 'sending' and new.attempts > old.attempts and new.expires_at <= new.updated_at)
  execute function refuse_expired_attempt();

alter table follow_ups
  -- Null for calls and tasks, and for messages from before this column, which are marketing.
  add column purpose text check (purpose in ('service', 'marketing')),
  add column expires_at timestamptz,
  add constraint follow_up_expires_as_a_message
    check (channel in ('sms', 'email') or (purpose is null and expires_at is null));

alter table templates
  -- Null: the sender decides.
  add column purpose text check (purpose in ('service', 'marketing')),
  -- By language: { "es": { "subject": null, "body": "…" } }. The columns subject and body are for all others.
  add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');

-- ── Languages ───────────────────────────────────────────────────────────────────────────────────

alter table organizations
  add column phone text check (length(phone) between 3 and 50),
  add column language text not null default 'en' check (language in ('en', 'es', 'fr', 'de', 'pt')),
  add column messages_per_person_per_day integer not null default 6
    check (messages_per_person_per_day between 1 and 1000);

-- Null: the organization's.
alter table leads add column language text check (language in ('en', 'es', 'fr', 'de', 'pt'));
alter table customers add column language text check (language in ('en', 'es', 'fr', 'de', 'pt'));

-- ── Messages per person ─────────────────────────────────────────────────────────────────────────

-- Automatic messages of the last days, once for each key of their person: the lead, the customer and the addresses. Keys
-- are stored as hashes, since they are only compared.
create table message_counts (
  organization_id  uuid not null,
  communication_id uuid not null,
  resend           integer not null,
  key_hash         bigint not null,
  counted_at       timestamptz not null,
  primary key (organization_id, communication_id, resend, key_hash),
  foreign key (organization_id, communication_id) references communications
);
create index message_counts_by_key on message_counts (organization_id, key_hash, counted_at);
create index message_counts_by_time on message_counts (organization_id, counted_at);
select guard_tenant_table('message_counts', 'deletable');
grant select, insert, delete on message_counts to throughline_app;

-- Counts a message that is about to be sent, unless that is one too many. Returns the limits that are reached: none if
-- it was counted, now or at an earlier attempt. p_keys are the keys of the person; empty for a message that is not
-- automatic. The locks make messages to one person wait for each other until the commit, so that two of them cannot take
-- the last place of the day. They are sorted, and taken before the lock of count_text.
create function count_message(
  p_organization_id uuid, p_communication_id uuid, p_resend integer, p_channel text, p_to_address text,
  p_keys text[], p_day_starts_at timestamptz, p_day_ends_at timestamptz, p_now timestamptz
) returns table (reached text, max integer, free_at timestamptz)
  language plpgsql volatile as $$
declare
  v_keys bigint[] := array(select distinct hashtextextended(key, 0) from unnest(p_keys) as key order by 1);
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashint8extended(key, hashtextextended('messages ' || p_organization_id, 0)))
    from unnest(v_keys) as key;
  if not exists (
      select from public.message_counts c
      where c.organization_id = p_organization_id and c.communication_id = p_communication_id
        and c.resend = p_resend) then
    return query
      select 'per_person_per_day', o.messages_per_person_per_day, p_day_ends_at
      from public.organizations o
      where o.organization_id = p_organization_id and exists (
        select from unnest(v_keys) as person (key)
        cross join lateral (
          select from public.message_counts c
          where c.organization_id = p_organization_id and c.key_hash = person.key
            and c.counted_at >= p_day_starts_at and c.counted_at < p_day_ends_at
          order by c.counted_at offset o.messages_per_person_per_day - 1 limit 1) as last_place);
    if found then
      return;
    end if;
  end if;
  if p_channel = 'sms' then
    return query
      select t.reached, t.max, t.free_at
      from public.count_text(p_organization_id, p_communication_id, p_resend, p_to_address, p_now) as t;
    if found then
      return;
    end if;
  end if;
  insert into public.message_counts (organization_id, communication_id, resend, key_hash, counted_at)
    select p_organization_id, p_communication_id, p_resend, key, p_now from unnest(v_keys) as key
    on conflict do nothing;
end $$;
grant execute on function count_message to throughline_app;
