-- Appointments. Whether a time is free is decided here and nowhere else.

-- Equality of ids in an exclusion constraint; a trusted extension, so its database's owner may make it.
create extension if not exists btree_gist;

create table appointments (
  organization_id   uuid not null,
  appointment_id    uuid not null,
  lifecycle_number  text not null,
  lead_id           uuid not null,
  team_id           uuid,
  -- Nobody: it waits in the tray.
  assigned_to       uuid,
  type              text not null,
  status            text not null check (status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route',
                      'in_progress', 'completed', 'no_show', 'canceled')),
  starts_at         timestamptz not null,
  ends_at           timestamptz not null,
  -- The end of the buffer kept free behind it, as the organization had it at the time.
  blocked_until     timestamptz not null,
  hold_expires_at   timestamptz,
  -- Promised to the customer, apart from the working time.
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
  -- Counts the changes, as calendars ask for it.
  revision          integer not null default 0,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (organization_id, appointment_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  foreign key (organization_id, assigned_to) references users,
  constraint appointment_ends_after_it_starts check (starts_at < ends_at and ends_at <= blocked_until),
  constraint appointment_held_until_a_time check (status <> 'held' or hold_expires_at is not null),
  constraint appointment_canceled_at_a_time check ((status = 'canceled') = (canceled_at is not null)),
  constraint appointment_arrival_window check (
    (arrival_starts_at is null) = (arrival_ends_at is null) and arrival_starts_at <= arrival_ends_at),
  -- Nobody is in two places at once, nor within the buffer of the last one.
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

alter table appointments enable row level security;
alter table appointments force row level security;
create policy tenant on appointments
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create trigger appointments_no_delete before delete on appointments
  for each row execute function refuse_hard_delete();
create trigger appointments_no_truncate before truncate on appointments
  for each statement execute function refuse_hard_delete();
create trigger appointments_lifecycle_number_immutable before update on appointments
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();
grant select, insert, update on appointments to throughline_app;
