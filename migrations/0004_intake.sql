-- Intake without a phone call: hosted forms, and files of leads.

-- ── Forms ───────────────────────────────────────────────────────────────────────────────────────

-- Public pages that capture leads without a token.
create table forms (
  organization_id uuid not null references organizations,
  form_id         uuid not null,
  form_key        text not null,
  name            text not null,
  title           text not null,
  intro           text,
  source          text not null,
  -- The choices, in order: [{ code, label }].
  services        jsonb not null check (jsonb_array_length(services) between 1 and 50),
  -- The checkbox: { text, channels }; null for a form that does not ask.
  consent         jsonb,
  thank_you       text not null,
  redirect_url    text,
  enabled         boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, form_id)
);
select guard_tenant_table('forms');
grant select, insert, update on forms to throughline_app;

-- Finds the organization of a form key, before the organization is known. A session without a tenant sees only the row
-- whose key it presents, so the table cannot be listed. A row is never changed or deleted, so no key is ever
-- given out twice. On Citus this is a reference table.
create table form_directory (
  organization_id uuid not null,
  form_id         uuid not null,
  form_key        text not null,
  primary key (organization_id, form_id),
  foreign key (organization_id, form_id) references forms
);
create unique index form_directory_key on form_directory (form_key) include (organization_id, form_id);
select guard_tenant_table('form_directory');
create policy presented on form_directory for select
  using (form_key = nullif(current_setting('app.form_key', true), ''));
grant select, insert on form_directory to throughline_app;

-- The form of a key, with its organization's settings for new leads; empty if the key is unknown or the form is
-- disabled. It runs with the caller's privileges: the key gives the organization, and that organization's own
-- policies show the rest. Both settings end with the transaction of the statement. A single statement would not
-- guarantee the order of these steps.
create function find_form(p_form_key text) returns table (
    organization_id uuid, name text, title text, intro text, source text, services jsonb, consent jsonb,
    thank_you text, redirect_url text, country text, qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform set_config('app.form_key', p_form_key, true);
  select d.organization_id, d.form_id into v_place
    from public.form_directory d where d.form_key = p_form_key;
  if not found then
    return;
  end if;
  perform set_config('app.organization_id', v_place.organization_id::text, true);
  return query
    select f.organization_id, f.name, f.title, f.intro, f.source, f.services, f.consent,
           f.thank_you, f.redirect_url, o.country, o.qualification_policy
    from public.forms f
    join public.organizations o on o.organization_id = f.organization_id
    where f.organization_id = v_place.organization_id and f.form_id = v_place.form_id and f.enabled;
end $$;

grant execute on function find_form to throughline_app;

-- ── Imports ─────────────────────────────────────────────────────────────────────────────────────

-- Files of leads: received in chunks, then processed in batches, each with its checkpoint.
create table imports (
  organization_id uuid not null references organizations,
  import_id       uuid not null,
  -- An import emits no event before it runs: one whose upload was interrupted is abandoned.
  status          text not null check (status in ('receiving', 'abandoned', 'running', 'completed', 'failed')),
  -- Both for 24 hours. The hash covers the request and every byte of the file, so it is known at the end.
  idempotency_key text,
  request_hash    bytea,
  -- How the file is read, detected from its first bytes.
  format          jsonb not null,
  actor           jsonb not null,
  bytes_total     bigint not null default 0,
  -- The checkpoint: everything before this byte is done. A record starts there, on this line.
  bytes_done      bigint not null,
  next_line       bigint not null,
  accepted        bigint not null default 0,
  duplicates      bigint not null default 0,
  repeated        bigint not null default 0,
  rejected        bigint not null default 0,
  error_count     bigint not null default 0,
  failure         text,
  completed_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, import_id),
  constraint import_failed_for_a_reason check ((status = 'failed') = (failure is not null)),
  constraint import_done_or_under_way check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create unique index imports_idempotency_key on imports (organization_id, idempotency_key)
  where idempotency_key is not null;
-- For the clean-up: what can be removed.
create index imports_remembered on imports (organization_id, created_at)
  where idempotency_key is not null or status = 'receiving';
select guard_tenant_table('imports');
grant select, insert, update on imports to throughline_app;

-- The file in chunks of the same size, except the last, so that the position of a byte gives its chunk. Deleted as
-- soon as they are processed. They are stored for minutes: compressing them would cost more than the space.
create table import_chunks (
  organization_id uuid not null,
  import_id       uuid not null,
  chunk           integer not null,
  bytes           bytea not null,
  primary key (organization_id, import_id, chunk),
  foreign key (organization_id, import_id) references imports
);
alter table import_chunks alter column bytes set storage external;
select guard_tenant_table('import_chunks', 'deletable');
grant select, insert, delete on import_chunks to throughline_app;

-- No foreign key, which would be checked for every row: they are written with their import's counters.
create table import_errors (
  organization_id uuid not null,
  import_id       uuid not null,
  number          bigint not null,
  line            bigint not null,
  code            text not null,
  detail          text not null,
  primary key (organization_id, import_id, number)
);
select guard_tenant_table('import_errors');
grant select, insert on import_errors to throughline_app;

create function insert_import_errors(p_organization_id uuid, p_import_id uuid, p_before bigint, p_errors jsonb)
  returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.import_errors (organization_id, import_id, number, line, code, detail)
    select p_organization_id, p_import_id, p_before + e.place, (e.error->>'line')::bigint, e.error->>'code',
           e.error->>'detail'
    from jsonb_array_elements(p_errors) with ordinality as e (error, place);
end $$;
grant execute on function insert_import_errors to throughline_app;
