-- Jobs, from the contract to the end of the warranty, and the appointments at which work is done. Only the
-- database decides whether a time is free.

-- ── Jobs ────────────────────────────────────────────────────────────────────────────────────────

create table jobs (
  organization_id    uuid not null references organizations,
  job_id             uuid not null,
  lifecycle_number   text not null,
  lead_id            uuid not null,
  customer_id        uuid not null,
  title              text not null,
  service            text,
  status             text not null check (status in ('contracted', 'scheduled', 'in_progress', 'on_hold',
                       'completed', 'in_warranty', 'closed', 'canceled')),
  -- The status before it was paused, which is restored when it is resumed.
  paused_status      text check (paused_status in ('contracted', 'scheduled', 'in_progress')),
  contract_signed_at timestamptz,
  -- Minor units of the currency.
  contract_amount    bigint check (contract_amount >= 0),
  contract_currency  text check (contract_currency ~ '^[A-Z]{3}$'),
  contract_terms     text,
  warranty_months    integer not null check (warranty_months between 0 and 1200),
  -- Both days are covered, in the organization's time zone.
  warranty_starts_on date,
  warranty_ends_on   date,
  assigned_to        uuid,
  pause_reason       text,
  cancel_reason      text,
  scheduled_at       timestamptz,
  started_at         timestamptz,
  paused_at          timestamptz,
  -- When it was last resumed, so that resuming it twice changes nothing.
  resumed_at         timestamptz,
  completed_at       timestamptz,
  enrolled_at        timestamptz,
  closed_at          timestamptz,
  canceled_at        timestamptz,
  -- The words of the title: together with the customer's they decide a search.
  search_text        text not null,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  primary key (organization_id, job_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, customer_id) references customers,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  foreign key (organization_id, assigned_to) references users,
  constraint job_amount_in_a_currency check ((contract_amount is null) = (contract_currency is null)),
  constraint job_on_hold_from_a_status check ((status = 'on_hold') = (paused_status is not null)),
  constraint job_completed_at_a_time check (
    status not in ('completed', 'in_warranty', 'closed') or completed_at is not null),
  constraint job_canceled_at_a_time check ((status = 'canceled') = (canceled_at is not null)),
  constraint job_closed_at_a_time check ((status = 'closed') = (closed_at is not null)),
  constraint job_warranty_has_two_days check (
    (warranty_starts_on is null) = (warranty_ends_on is null)
    and (warranty_starts_on is null) = (enrolled_at is null)
    and warranty_starts_on <= warranty_ends_on
    and (status <> 'in_warranty' or warranty_ends_on is not null))
);

-- Each filter of the list uses one index that ends in job_id, the order of the list.
create index jobs_by_status on jobs (organization_id, status, job_id);
create index jobs_by_customer on jobs (organization_id, customer_id, job_id);
create index jobs_by_lifecycle on jobs (organization_id, lifecycle_number, job_id);
create index jobs_by_assignee on jobs (organization_id, assigned_to, job_id) where assigned_to is not null;
-- A user's open work is a small part of all their work.
create index jobs_by_assignee_and_status on jobs (organization_id, assigned_to, status, job_id)
  where assigned_to is not null;
-- Expired warranties are queried often, and only few are due at a time.
create index jobs_by_end_of_warranty on jobs (organization_id, warranty_ends_on, job_id)
  where status = 'in_warranty';
select guard_tenant_table('jobs');

create table job_checklist_items (
  organization_id uuid not null,
  item_id         uuid not null,
  job_id          uuid not null,
  title           text not null,
  -- Null: still to be done.
  checked_at      timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, item_id),
  foreign key (organization_id, job_id) references jobs
);
create index job_checklist_items_by_job on job_checklist_items (organization_id, job_id, item_id);
select guard_tenant_table('job_checklist_items');

create table job_notes (
  organization_id  uuid not null,
  note_id          uuid not null,
  job_id           uuid not null,
  lifecycle_number text not null,
  text             text not null,
  -- The author, with the name at that time.
  author           text not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, note_id),
  foreign key (organization_id, job_id) references jobs
);
create index job_notes_by_job on job_notes (organization_id, job_id, note_id);
select guard_tenant_table('job_notes');

-- References only: the files are where their URLs point.
create table job_attachments (
  organization_id  uuid not null,
  attachment_id    uuid not null,
  job_id           uuid not null,
  lifecycle_number text not null,
  url              text not null,
  name             text not null,
  content_type     text,
  size_bytes       bigint check (size_bytes >= 0),
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, attachment_id),
  foreign key (organization_id, job_id) references jobs
);
create index job_attachments_by_job on job_attachments (organization_id, job_id, attachment_id);
select guard_tenant_table('job_attachments');

-- ── Appointments ────────────────────────────────────────────────────────────────────────────────

create table appointments (
  organization_id   uuid not null,
  appointment_id    uuid not null,
  lifecycle_number  text not null,
  lead_id           uuid not null,
  job_id            uuid,
  team_id           uuid,
  -- Null: unassigned.
  assigned_to       uuid,
  type              text not null,
  status            text not null check (status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route',
                      'in_progress', 'completed', 'no_show', 'canceled')),
  starts_at         timestamptz not null,
  ends_at           timestamptz not null,
  -- The end of the buffer after it, according to the organization's setting at the time.
  blocked_until     timestamptz not null,
  hold_expires_at   timestamptz,
  -- Promised to the customer, separate from the working time.
  arrival_starts_at timestamptz,
  arrival_ends_at   timestamptz,
  location          jsonb,
  notes             text,
  confirmed_at      timestamptz,
  dispatched_at     timestamptz,
  en_route_at       timestamptz,
  started_at        timestamptz,
  completed_at      timestamptz,
  no_show_at        timestamptz,
  canceled_at       timestamptz,
  cancel_reason     text,
  -- Counts the changes, as calendars require.
  revision          integer not null default 0,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (organization_id, appointment_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  foreign key (organization_id, job_id) references jobs,
  foreign key (organization_id, assigned_to) references users,
  constraint appointment_ends_after_it_starts check (starts_at < ends_at and ends_at <= blocked_until),
  constraint appointment_held_until_a_time check (status <> 'held' or hold_expires_at is not null),
  constraint appointment_canceled_at_a_time check ((status = 'canceled') = (canceled_at is not null)),
  constraint appointment_arrival_window check (
    (arrival_starts_at is null) = (arrival_ends_at is null) and arrival_starts_at <= arrival_ends_at),
  -- A user has only one appointment at a time, including the buffer.
  constraint appointment_no_overlap exclude using gist (
    organization_id with =, assigned_to with =, tstzrange(starts_at, blocked_until) with &&
  ) where (assigned_to is not null
           and status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'))
);

create index appointments_by_time on appointments (organization_id, starts_at, appointment_id);
create index appointments_of_user on appointments (organization_id, assigned_to, starts_at, appointment_id)
  where assigned_to is not null;
create index appointments_in_tray on appointments (organization_id, starts_at, appointment_id)
  where assigned_to is null and status in ('booked', 'confirmed');
create index appointments_by_lifecycle on appointments (organization_id, lifecycle_number, appointment_id);
create index appointments_by_job on appointments (organization_id, job_id, starts_at, appointment_id)
  where job_id is not null;
select guard_tenant_table('appointments');

-- ── Warranty claims ─────────────────────────────────────────────────────────────────────────────

create table warranty_claims (
  organization_id  uuid not null,
  claim_id         uuid not null,
  job_id           uuid not null,
  lifecycle_number text not null,
  status           text not null check (status in ('open', 'closed')),
  description      text not null,
  resolution       text,
  -- The visit that was booked with it, if any.
  appointment_id   uuid,
  closed_at        timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, claim_id),
  foreign key (organization_id, job_id) references jobs,
  foreign key (organization_id, appointment_id) references appointments,
  constraint warranty_claim_closed_with_a_resolution check (
    (status = 'closed') = (closed_at is not null) and (status = 'closed') = (resolution is not null))
);
create index warranty_claims_by_job on warranty_claims (organization_id, job_id, claim_id);
-- The claims of the whole organization, all of them or those that are open.
create index warranty_claims_by_status on warranty_claims (organization_id, status, claim_id);
select guard_tenant_table('warranty_claims');

grant select, insert, update on jobs, job_checklist_items, appointments, warranty_claims to throughline_app;
grant select, insert on job_notes, job_attachments to throughline_app;

-- ── Calendar feeds ──────────────────────────────────────────────────────────────────────────────

-- Calendars to subscribe to: a user's key gives access to their appointments, without a token. Only the hash of a key
-- is stored. A session without a tenant sees only the row whose key it presents, so the table cannot be
-- listed. A row stays when its key is revoked. On Citus this is a reference table.
create table calendar_keys (
  organization_id uuid not null,
  key_hash        bytea not null,
  user_id         uuid not null,
  created_at      timestamptz not null,
  revoked_at      timestamptz,
  primary key (organization_id, key_hash),
  foreign key (organization_id, user_id) references users
);
create unique index calendar_keys_hash on calendar_keys (key_hash) include (organization_id, user_id, revoked_at);
create unique index calendar_keys_one_a_user on calendar_keys (organization_id, user_id)
  where revoked_at is null;
select guard_tenant_table('calendar_keys');
create policy presented on calendar_keys for select
  using (key_hash = decode(nullif(current_setting('app.calendar_key_hash', true), ''), 'hex'));
grant select, insert, update on calendar_keys to throughline_app;

-- The calendar of a key, in one round trip; empty if the key is unknown, revoked or of another user, or if the
-- user is inactive. It works like find_form.
create function find_calendar(p_key_hash bytea, p_user_id uuid, p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, user_name text, organization_name text, appointments json)
  language plpgsql volatile as $$
declare
  v_organization_id uuid;
  -- Past appointments are shown for 30 days, and canceled ones for as long after that.
  v_since timestamptz := p_now - interval '720 hours';
begin
  perform set_config('app.calendar_key_hash', encode(p_key_hash, 'hex'), true);
  select k.organization_id into v_organization_id
    from public.calendar_keys k
    where k.key_hash = p_key_hash and k.user_id = p_user_id and k.revoked_at is null;
  if not found then
    return;
  end if;
  perform set_config('app.organization_id', v_organization_id::text, true);
  return query
    select u.organization_id, u.name, o.name, coalesce(shown.list, '[]')
    from public.users u
    join public.organizations o on o.organization_id = u.organization_id
    left join lateral (
      select json_agg(e order by e.starts_at, e.appointment_id) as list
      from (
        select a.appointment_id, a.lifecycle_number, a.type, a.status, a.starts_at, a.ends_at, a.location,
               a.notes, a.revision, a.created_at, a.updated_at,
               coalesce(c.name, l.name) as name, coalesce(c.phone, l.phone) as phone,
               coalesce(c.email, l.email) as email
        from (
          select * from public.appointments a
          where a.organization_id = v_organization_id and a.assigned_to = p_user_id
            and a.starts_at > v_since
            and (a.status not in ('held', 'no_show', 'canceled')
                 or a.status = 'held' and a.hold_expires_at > p_now
                 or a.status in ('no_show', 'canceled') and a.updated_at > v_since
                    and a.cancel_reason is distinct from 'hold_lapsed')
          order by a.starts_at desc, a.appointment_id desc limit p_limit
        ) as a
        cross join lateral (
          select * from public.leads l
          where l.organization_id = v_organization_id and l.lead_id = a.lead_id limit 1
        ) as l
        left join lateral (
          select * from public.customers c
          where c.organization_id = v_organization_id and c.customer_id = l.customer_id limit 1
        ) as c on true
      ) as e
    ) as shown on true
    where u.organization_id = v_organization_id and u.user_id = p_user_id and u.active;
end $$;
grant execute on function find_calendar to throughline_app;
