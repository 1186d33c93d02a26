-- Links of customers, each to one thing: see docs/decisions/0090-links.md. No foreign keys: on a cluster the table is
-- distributed after the migration.
create table links (
  organization_id  uuid not null,
  link_id          uuid not null,
  purpose          text not null check (purpose in ('visit', 'estimate', 'invoice', 'profile')),
  -- Of the appointment, the estimate, the invoice or the customer, by the purpose.
  target_id        uuid not null,
  lifecycle_number text not null,
  -- The message that brings it, if one does. Its key is made when the message is sent.
  communication_id uuid,
  -- SHA-256 of the key, which is stored nowhere. Null: no key opens it.
  key_hash         bytea check (length(key_hash) = 32),
  expires_at       timestamptz not null,
  revoked_at       timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, link_id)
);
create unique index links_by_key on links (organization_id, key_hash) where key_hash is not null;
create index links_by_target on links (organization_id, target_id, link_id);
create index links_by_lifecycle on links (organization_id, lifecycle_number, link_id);
create index links_by_communication on links (organization_id, communication_id) where communication_id is not null;
select guard_tenant_table('links');
grant select, insert, update on links to throughline_app;
-- A technician sends links to own contacts only.
grant select, insert on links to throughline_own;
select limit_to_own('links', 'all', 'lifecycle_number = any $lifecycles');

-- A link opens the same thing for ever, and one that was revoked stays revoked.
create function links_stand() returns trigger
  language plpgsql as $$
begin
  if (old.purpose, old.target_id, old.lifecycle_number, old.communication_id)
      is distinct from (new.purpose, new.target_id, new.lifecycle_number, new.communication_id)
    or (old.revoked_at is not null and (old.revoked_at, old.key_hash) is distinct from (new.revoked_at, new.key_hash))
  then
    raise exception 'what a link opens does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger links_stand before update on links for each row execute function links_stand();

create trigger links_person_not_erased before insert on links
  for each row execute function refuse_record_of_erased_person();

-- ── Settings ────────────────────────────────────────────────────────────────────────────────────

alter table organizations
  -- Whether customers can move and cancel their visits by themselves, and until how many hours before.
  add column customer_changes_allowed boolean not null default true,
  add column customer_changes_until_hours integer not null default 24
    check (customer_changes_until_hours between 0 and 720),
  -- How invoices can be paid, for the page of an invoice.
  add column payment_instructions text;
