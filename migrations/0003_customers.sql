-- A customer is a lead that was converted, under the same number.

create table customers (
  organization_id  uuid not null references organizations,
  customer_id      uuid not null,
  lifecycle_number text not null,
  lead_id          uuid not null,
  name             text,
  phone            text,
  email            text,
  address          text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, customer_id),
  -- One customer a lead, and a number that is the lead's own: conversion cannot happen twice.
  constraint customers_lead_unique unique (organization_id, lead_id),
  constraint customers_lifecycle_number_unique unique (organization_id, lifecycle_number),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number)
);

alter table leads
  add column converted_at timestamptz,
  add column customer_id uuid,
  add foreign key (organization_id, customer_id) references customers,
  add constraint lead_converted_to_a_customer check (
    (status = 'converted') = (customer_id is not null) and (status = 'converted') = (converted_at is not null));

alter table customers enable row level security;
alter table customers force row level security;
create policy tenant on customers
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create trigger customers_no_delete before delete on customers
  for each row execute function refuse_hard_delete();
create trigger customers_no_truncate before truncate on customers
  for each statement execute function refuse_hard_delete();
create trigger customers_lifecycle_number_immutable before update on customers
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();
grant select, insert, update on customers to throughline_app;
