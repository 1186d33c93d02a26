-- What customers can have done. The code is that of leads and appointments, which can also have codes without a definition:
-- see docs/decisions/0079-services.md. No foreign key: on a cluster the table is distributed after the migration.
create table services (
  organization_id  uuid not null,
  code             text not null collate "C" check (code ~ '^[a-z][a-z0-9_]{0,63}$'),
  name             text not null,
  -- By language.
  names            jsonb not null,
  duration_minutes integer not null check (duration_minutes between 5 and 1440),
  skills           text[] not null,
  -- Null for the organization's setting.
  buffer_minutes   integer check (buffer_minutes between 0 and 480),
  price_hint       jsonb,
  deposit          jsonb,
  crew_size        integer not null check (crew_size between 1 and 20),
  online           boolean not null,
  questions        jsonb not null,
  active           boolean not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, code)
);
select guard_tenant_table('services');
grant select, insert, update on services to throughline_app;
grant select on services to throughline_own;

-- The service that a booking named. Null for that of the job or the lead.
alter table appointments add column booked_service text;
