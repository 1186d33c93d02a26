-- Communications that are sent: channels, templates, opt-outs, and how far a message has come.

-- How an organization sends. Whatever is secret in it is sealed with a key that is not in the database.
create table channels (
  organization_id uuid not null references organizations,
  channel_id      uuid not null,
  channel_key     text not null,
  kind            text not null check (kind in ('smtp', 'sms_gateway')),
  name            text not null,
  active          boolean not null,
  -- Everything but the secret.
  settings        jsonb not null,
  sealed_secret   bytea,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, channel_id)
);
create unique index channels_one_active_a_kind on channels (organization_id, kind) where active;

-- Where the key in a gateway's address leads, before its organization is known. A session without a tenant
-- sees the one row whose key it already presents. On Citus this is a reference table.
create table channel_directory (
  organization_id uuid not null,
  channel_id      uuid not null,
  channel_key     text not null,
  primary key (organization_id, channel_id),
  foreign key (organization_id, channel_id) references channels
);
create unique index channel_directory_key on channel_directory (channel_key) include (organization_id, channel_id);

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

-- Who wants to hear no more, by address: it holds for everybody who has that address, now or later.
create table opt_outs (
  organization_id uuid not null references organizations,
  channel         text not null check (channel in ('sms', 'email')),
  -- E.164, or the canonical form of the mailbox.
  address         text not null,
  source          text not null,
  opted_out_at    timestamptz not null,
  -- Set once they have asked to hear from us again.
  revoked_at      timestamptz,
  primary key (organization_id, channel, address)
);

alter table customers add column do_not_contact boolean not null default false;

-- Rows are brought up to date below, which row-level security would keep from an owner that is no superuser.
alter table communications no force row level security;

alter table communications
  -- A test of a channel, and a text from a stranger who wants none, belong to nobody.
  alter column lead_id drop not null,
  alter column lifecycle_number drop not null,
  drop constraint communications_channel_check,
  drop constraint communications_direction_check,
  add constraint communications_channel_check check (channel in ('call', 'chat', 'sms', 'email', 'note')),
  add constraint communications_direction_check check (direction in ('inbound', 'outbound', 'internal')),
  add column customer_id uuid,
  add column purpose text not null default 'message'
    check (purpose in ('message', 'test', 'opt_out_confirmation')),
  add column subject text,
  add column from_address text,
  add column to_address text,
  add column template_id uuid,
  -- The channel it came by, or was last tried by.
  add column channel_id uuid,
  add column status text not null default 'recorded' check (status in
    ('recorded', 'received', 'queued', 'sending', 'sent', 'delivered', 'failed', 'not_sent', 'unknown')),
  -- A code, and what the other side said.
  add column status_reason text,
  add column status_detail text,
  -- The gateway's own name of a message that came in.
  add column reference text,
  add column provider_id text,
  -- Names the attempt under way: whoever does not find its own has been overtaken.
  add column attempt_id uuid,
  add column attempts integer not null default 0,
  -- How often a person has sent a failed one again, each a new message to the gateway.
  add column resends integer not null default 0,
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  add foreign key (organization_id, customer_id) references customers,
  add foreign key (organization_id, template_id) references templates,
  add foreign key (organization_id, channel_id) references channels,
  add constraint communication_of_a_lead check ((lead_id is null) = (lifecycle_number is null));

update communications set status = 'received' where direction = 'inbound';
alter table communications force row level security;

-- A list filtered by any of the three reads a stretch of this for each combination that there can be.
create index communications_by_kind on communications
  (organization_id, channel, direction, status, communication_id);
-- A gateway that says it twice has said it once.
create unique index communications_reference_unique on communications (organization_id, channel_id, reference)
  where reference is not null;

-- What stands in a mail's List-Unsubscribe. A session without a tenant sees the one row whose key it
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

do $$
declare
  v_table text;
begin
  foreach v_table in array array['channels', 'channel_directory', 'templates', 'opt_outs', 'unsubscribe_keys'] loop
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

create policy presented on channel_directory for select
  using (channel_key = nullif(current_setting('app.channel_key', true), ''));
create policy presented on unsubscribe_keys for select
  using (unsubscribe_key = nullif(current_setting('app.unsubscribe_key', true), ''));

-- The channel that a key opens, with what its organization has decided about new leads; nothing for a key
-- that is unknown. One that is switched off still brings the STOP of whoever had a text by it. As find_form.
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

create function find_unsubscribe_key(p_key text) returns table (organization_id uuid, communication_id uuid)
  language plpgsql volatile as $$
begin
  perform set_config('app.unsubscribe_key', p_key, true);
  return query select k.organization_id, k.communication_id
    from public.unsubscribe_keys k where k.unsubscribe_key = p_key;
end $$;

grant select, insert, update on channels, templates, opt_outs to throughline_app;
grant select, insert on channel_directory, unsubscribe_keys to throughline_app;
