-- Jobs: what was sold, from the contract to the end of the warranty.

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
  -- What it was before it was put on hold, and becomes again.
  held_status        text check (held_status in ('contracted', 'scheduled', 'in_progress')),
  contract_signed_at timestamptz,
  -- Minor units of the currency.
  contract_amount    bigint check (contract_amount >= 0),
  contract_currency  text check (contract_currency ~ '^[A-Z]{3}$'),
  contract_terms     text,
  warranty_months    integer not null check (warranty_months between 0 and 1200),
  -- Both days are covered, where the organization is.
  warranty_starts_on date,
  warranty_ends_on   date,
  assigned_to        uuid,
  hold_reason        text,
  cancel_reason      text,
  scheduled_at       timestamptz,
  started_at         timestamptz,
  held_at            timestamptz,
  completed_at       timestamptz,
  enrolled_at        timestamptz,
  closed_at          timestamptz,
  canceled_at        timestamptz,
  -- The words of the title: what a search is settled by, together with the customer's.
  search_text        text not null,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  primary key (organization_id, job_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, customer_id) references customers,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  foreign key (organization_id, assigned_to) references users,
  constraint job_amount_in_a_currency check ((contract_amount is null) = (contract_currency is null)),
  constraint job_on_hold_from_a_status check ((status = 'on_hold') = (held_status is not null)),
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

-- Each filter of the list keeps to one index that ends in job_id, the order of the list.
create index jobs_by_status on jobs (organization_id, status, job_id);
create index jobs_by_customer on jobs (organization_id, customer_id, job_id);
create index jobs_by_lifecycle on jobs (organization_id, lifecycle_number, job_id);
create index jobs_by_assignee on jobs (organization_id, assigned_to, job_id) where assigned_to is not null;
-- Whose warranty is over is asked again and again, and few are ever due.
create index jobs_by_end_of_warranty on jobs (organization_id, warranty_ends_on, job_id)
  where status = 'in_warranty';

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

create table job_notes (
  organization_id  uuid not null,
  note_id          uuid not null,
  job_id           uuid not null,
  lifecycle_number text not null,
  text             text not null,
  -- Who wrote it, by the name they had then.
  author           text not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, note_id),
  foreign key (organization_id, job_id) references jobs
);
create index job_notes_by_job on job_notes (organization_id, job_id, note_id);

-- References alone: the files are wherever their URLs lead.
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

create table warranty_claims (
  organization_id  uuid not null,
  claim_id         uuid not null,
  job_id           uuid not null,
  lifecycle_number text not null,
  status           text not null check (status in ('open', 'closed')),
  description      text not null,
  resolution       text,
  -- The visit that was booked with it, if one was.
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

alter table appointments
  add column job_id uuid,
  add foreign key (organization_id, job_id) references jobs;
create index appointments_by_job on appointments (organization_id, job_id, starts_at, appointment_id)
  where job_id is not null;

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'jobs', 'job_checklist_items', 'job_notes', 'job_attachments', 'warranty_claims'
  ] loop
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

  foreach v_table in array array['jobs', 'job_notes', 'job_attachments', 'warranty_claims'] loop
    execute format(
      'create trigger %I before update on %I for each row when (old.lifecycle_number is distinct from new.lifecycle_number) execute function refuse_lifecycle_number_change()',
      v_table || '_lifecycle_number_immutable', v_table);
  end loop;
end $$;

grant select, insert, update on jobs, job_checklist_items, warranty_claims to throughline_app;
grant select, insert on job_notes, job_attachments to throughline_app;
