-- The promise of a visit: timers that follow the time of an appointment, arrival windows by rule, and the time at which
-- the technician is expected.

-- ── Timers ──────────────────────────────────────────────────────────────────────────────────────

-- A timer is anchored to the start or the end of an appointment. The transaction that moves or ends the appointment
-- computes its timers again; the triggers below refuse a commit that leaves one behind.
alter table follow_ups
  -- What it is about. It is a timer of the appointment if it has an anchor.
  add column appointment_id    uuid,
  add column anchor            text check (anchor in ('starts_at', 'ends_at')),
  -- ISO 8601, negative before the anchor: -PT24H. Named after the field, because offset is a reserved word.
  add column anchor_offset     text,
  -- The time of the anchor that due_at was computed from.
  add column anchored_at       timestamptz,
  -- The follow-up that takes its place: the appointment was moved after this one had done its work.
  add column next_follow_up_id uuid,
  add constraint follow_up_of_appointment foreign key (organization_id, appointment_id) references appointments,
  add constraint follow_up_anchored_as_a_whole check (
    num_nulls(anchor, anchor_offset, anchored_at) in (0, 3) and (anchor is null or appointment_id is not null));
create index follow_ups_by_appointment on follow_ups (organization_id, appointment_id)
  where appointment_id is not null;

alter table playbook_runs
  -- Set while the run waits for a time that depends on its appointment.
  add column wait_anchor  text check (wait_anchor in ('starts_at', 'ends_at')),
  add column wait_offset  text,
  add column anchored_at  timestamptz,
  -- The event that its texts and conditions see, if another run was started by it.
  add column event_seq    bigint,
  -- The run that continues from the wait: the appointment was moved after this one had passed it.
  add column next_run_id  uuid,
  add constraint playbook_run_anchored_as_a_whole check (
    num_nulls(wait_anchor, wait_offset, anchored_at) in (0, 3)
    and (wait_anchor is null or (appointment_id is not null and finished_at is null)));
create index playbook_runs_by_appointment on playbook_runs (organization_id, appointment_id, run_id)
  where appointment_id is not null;

-- Refuses timers of an appointment that do not agree with it. A technician who moves an own appointment does not see
-- all of them, and a claim has no tenant, so this is not limited to what the caller sees.
create policy owner_lists on appointments for select to current_user using (true);
create function check_timers_of_appointment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_appointment record;
begin
  select a.starts_at, a.ends_at, a.status into v_appointment from public.appointments a
    where a.organization_id = new.organization_id and a.appointment_id = new.appointment_id;
  if exists (
      select from public.follow_ups f
      where f.organization_id = new.organization_id and f.appointment_id = new.appointment_id
        and f.anchor is not null and f.status = 'scheduled' and f.communication_id is null
        and (v_appointment.status = 'canceled' or f.anchored_at <> case f.anchor
          when 'starts_at' then v_appointment.starts_at else v_appointment.ends_at end))
    or exists (
      select from public.playbook_runs r
      where r.organization_id = new.organization_id and r.appointment_id = new.appointment_id
        and r.wait_anchor is not null
        and (v_appointment.status = 'canceled' or r.anchored_at <> case r.wait_anchor
          when 'starts_at' then v_appointment.starts_at else v_appointment.ends_at end)) then
    raise exception 'a timer of the appointment % does not agree with its time', new.appointment_id
      using errcode = 'integrity_constraint_violation', constraint = 'appointment_timers_agree';
  end if;
  return null;
end $$;

-- At the commit: the timers are computed after the appointment was saved.
create constraint trigger appointments_timers_agree after update of starts_at, ends_at, status on appointments
  deferrable initially deferred for each row
  when (old.starts_at <> new.starts_at or old.ends_at <> new.ends_at or old.status <> new.status)
  execute function check_timers_of_appointment();
create constraint trigger follow_ups_agree_on_insert after insert on follow_ups
  deferrable initially deferred for each row when (new.anchor is not null)
  execute function check_timers_of_appointment();
create constraint trigger follow_ups_agree after update of anchor, anchored_at on follow_ups
  deferrable initially deferred for each row when (new.anchor is not null and new.status = 'scheduled')
  execute function check_timers_of_appointment();
create constraint trigger playbook_runs_agree after update of wait_anchor, anchored_at on playbook_runs
  deferrable initially deferred for each row when (new.wait_anchor is not null)
  execute function check_timers_of_appointment();

-- ── Arrival ─────────────────────────────────────────────────────────────────────────────────────

-- The window that a new appointment gets, if the organization promises windows. Aligned windows start at multiples of
-- their length, counted from midnight; others start with the appointment.
alter table organizations
  add column arrival_window_minutes integer check (arrival_window_minutes between 15 and 1440),
  add column arrival_window_aligned boolean not null default true;

alter table appointments
  -- As the technician gave it, and the time that follows from it.
  add column eta_minutes integer check (eta_minutes between 0 and 1440),
  add column eta_at      timestamptz,
  add constraint appointment_eta_as_a_whole check ((eta_minutes is null) = (eta_at is null));
