-- Dispatch: who is sent to visits, which step of a visit can be undone, and plans for a day on which someone is missing.

-- Null: by role, technicians are and others are not. Read with coalesce(), so that it follows a change of the role.
alter table users add column takes_visits boolean;

-- When the last step was taken, for as long as it can be undone; null after it was undone, and for the steps of a job.
alter table appointments add column last_step_at timestamptz;

-- Who could take the visits of a user on a day that the user cannot work. A proposal until it is applied.
create table replans (
  organization_id uuid not null references organizations,
  replan_id       uuid not null,
  -- In the organization's time zone.
  date            date not null,
  user_id         uuid not null,
  reason          text not null check (reason in ('sick', 'emergency', 'weather')),
  -- { moves, unplaced }, with the time of the last change of each visit: if one has changed, nothing is applied.
  plan            jsonb not null,
  expires_at      timestamptz not null,
  applied_at      timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, replan_id),
  foreign key (organization_id, user_id) references users
);
select guard_tenant_table('replans');
grant select, insert, update on replans to throughline_app;
