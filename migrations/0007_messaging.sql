-- Messaging: channels and templates, communications, and opt-outs.

-- How an organization sends. Secrets are encrypted with a key that is not in the database.
create table channels (
  organization_id uuid not null references organizations,
  channel_id      uuid not null,
  channel_key     text not null,
  kind            text not null check (kind in ('smtp', 'sms_gateway')),
  name            text not null,
  active          boolean not null,
  -- Everything except the secret.
  settings        jsonb not null,
  sealed_secret   bytea,
  -- The URL of the service when the channel was created: the base of unsubscribe links in emails that are sent
  -- without a request.
  base_url        text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, channel_id)
);
create unique index channels_one_active_a_kind on channels (organization_id, kind) where active;
select guard_tenant_table('channels');
grant select, insert, update on channels to throughline_app;

-- Finds the organization of the key in a gateway's URL, before the organization is known. A session without a
-- tenant sees only the row whose key it presents. On Citus this is a reference table.
create table channel_directory (
  organization_id uuid not null,
  channel_id      uuid not null,
  channel_key     text not null,
  primary key (organization_id, channel_id),
  foreign key (organization_id, channel_id) references channels
);
create unique index channel_directory_key on channel_directory (channel_key) include (organization_id, channel_id);
select guard_tenant_table('channel_directory');
create policy presented on channel_directory for select
  using (channel_key = nullif(current_setting('app.channel_key', true), ''));
grant select, insert on channel_directory to throughline_app;

-- The channel of a key, with its organization's settings for new leads; empty for an unknown key. A disabled
-- channel still receives the STOP of a person who got a text from it. It works like find_form.
create function find_channel(p_channel_key text) returns table (
    organization_id uuid, channel_id uuid, kind text, name text, sealed_secret bytea, country text,
    qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform set_config('app.channel_key', p_channel_key, true);
  select d.organization_id, d.channel_id into v_place
    from public.channel_directory d where d.channel_key = p_channel_key;
  if not found then
    return;
  end if;
  perform set_config('app.organization_id', v_place.organization_id::text, true);
  return query
    select c.organization_id, c.channel_id, c.kind, c.name, c.sealed_secret, o.country,
           o.qualification_policy
    from public.channels c
    join public.organizations o on o.organization_id = c.organization_id
    where c.organization_id = v_place.organization_id and c.channel_id = v_place.channel_id;
end $$;

grant execute on function find_channel to throughline_app;

create table templates (
  organization_id uuid not null references organizations,
  template_id     uuid not null,
  name            text not null,
  channel         text not null check (channel in ('sms', 'email')),
  subject         text,
  body            text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, template_id),
  constraint template_subject_of_mail check ((subject is not null) = (channel = 'email'))
);
create unique index templates_name_unique on templates (organization_id, lower(name));
select guard_tenant_table('templates');
grant select, insert, update on templates to throughline_app;

-- ── Communications ──────────────────────────────────────────────────────────────────────────────

-- Calls, texts, emails, chats and notes of a lifecycle number, and the status of outgoing messages.
create table communications (
  organization_id  uuid not null,
  communication_id uuid not null,
  -- Null for a test of a channel, and for a text from a stranger who wants no messages.
  lifecycle_number text,
  lead_id          uuid,
  customer_id      uuid,
  channel          text not null check (channel in ('call', 'chat', 'sms', 'email', 'note')),
  direction        text not null check (direction in ('inbound', 'outbound', 'internal')),
  purpose          text not null default 'message'
    check (purpose in ('message', 'test', 'opt_out_confirmation')),
  subject          text,
  body             text,
  from_address     text,
  to_address       text,
  template_id      uuid,
  -- The channel that received it, or that was last used to send it.
  channel_id       uuid,
  status           text not null default 'recorded' check (status in
    ('recorded', 'received', 'queued', 'sending', 'sent', 'delivered', 'failed', 'not_sent', 'unknown')),
  -- A code, and the message of the other side.
  status_reason    text,
  status_detail    text,
  -- The gateway's own id of an incoming message.
  reference        text,
  provider_id      text,
  -- Key set by the creator: the same key again is the same message.
  message_key      text,
  -- Id of the current attempt: a worker that does not find its own id has been overtaken.
  attempt_id       uuid,
  attempts         integer not null default 0,
  -- How often a user has resent a failed message, each time as a new message to the gateway.
  resends          integer not null default 0,
  duration_seconds integer check (duration_seconds >= 0),
  recording_url    text,
  -- When the mail server was ready to receive it, at the last attempt. Before that it cannot have accepted it.
  handed_over_at   timestamptz,
  sent_at          timestamptz,
  delivered_at     timestamptz,
  occurred_at      timestamptz not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, communication_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  foreign key (organization_id, customer_id) references customers,
  foreign key (organization_id, template_id) references templates,
  foreign key (organization_id, channel_id) references channels,
  constraint communication_of_a_lead check ((lead_id is null) = (lifecycle_number is null))
);
create index communications_by_lifecycle on communications (organization_id, lifecycle_number, communication_id);
-- A list filtered by any of the three reads a range of this index per possible combination.
create index communications_by_kind on communications
  (organization_id, channel, direction, status, communication_id);
-- A message that a gateway reports twice is one message.
create unique index communications_reference_unique on communications (organization_id, channel_id, reference)
  where reference is not null;
create unique index communications_message_key_unique on communications (organization_id, message_key)
  where message_key is not null;
select guard_tenant_table('communications');
grant select, insert, update on communications to throughline_app;

-- ── Opt-outs ────────────────────────────────────────────────────────────────────────────────────

-- Opt-outs by address: they apply to every contact with that address, now or later.
create table opt_outs (
  organization_id  uuid not null references organizations,
  opt_out_id       uuid not null,
  channel          text not null check (channel in ('sms', 'email')),
  -- E.164, or the canonical form of the mailbox.
  address          text not null,
  -- The contact at the time of the opt-out; null if unknown.
  lifecycle_number text,
  source           text not null,
  -- text: STOP from the phone itself. mail: the contact wrote an email. link: in an email we sent. office: recorded by a user.
  said_by          text not null check (said_by in ('text', 'mail', 'link', 'office')),
  opted_out_at     timestamptz not null,
  -- Set when the contact asked for messages again, with their words or the user who recorded it.
  revoked_at       timestamptz,
  revoked_source   text,
  primary key (organization_id, opt_out_id),
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  constraint opt_out_ends_with_a_source check ((revoked_at is null) = (revoked_source is null))
);
-- Checked before every message; it also makes a second STOP change nothing.
create unique index opt_outs_one_standing on opt_outs (organization_id, channel, address) where revoked_at is null;
-- A list filtered by either reads a range of this index per possible combination.
create index opt_outs_by_kind on opt_outs (organization_id, channel, (revoked_at is null), opt_out_id);
create index opt_outs_by_address on opt_outs (organization_id, address, opt_out_id);
create index opt_outs_by_lifecycle on opt_outs (organization_id, lifecycle_number, opt_out_id);
select guard_tenant_table('opt_outs');
grant select, insert, update on opt_outs to throughline_app;

-- The key in the List-Unsubscribe header of an email. A session without a tenant sees only the row whose key it
-- presents. On Citus this is a reference table.
create table unsubscribe_keys (
  organization_id  uuid not null,
  communication_id uuid not null,
  unsubscribe_key  text not null,
  url              text not null,
  primary key (organization_id, communication_id),
  foreign key (organization_id, communication_id) references communications
);
create unique index unsubscribe_keys_key on unsubscribe_keys (unsubscribe_key) include (organization_id, communication_id);
select guard_tenant_table('unsubscribe_keys');
create policy presented on unsubscribe_keys for select
  using (unsubscribe_key = nullif(current_setting('app.unsubscribe_key', true), ''));
grant select, insert on unsubscribe_keys to throughline_app;

create function find_unsubscribe_key(p_key text) returns table (organization_id uuid, communication_id uuid)
  language plpgsql volatile as $$
begin
  perform set_config('app.unsubscribe_key', p_key, true);
  return query select k.organization_id, k.communication_id
    from public.unsubscribe_keys k where k.unsubscribe_key = p_key;
end $$;
grant execute on function find_unsubscribe_key to throughline_app;
