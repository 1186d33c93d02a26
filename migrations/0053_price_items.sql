-- What an organization charges: see docs/decisions/0085-estimates.md. No foreign key: on a cluster the table is distributed
-- after the migration.
create table price_items (
  organization_id uuid not null,
  code            text not null collate "C" check (code ~ '^[a-z][a-z0-9_]{0,63}$'),
  name            text not null,
  kind            text not null check (kind in ('labour', 'part', 'fee', 'discount')),
  -- In minor units of the currency.
  unit_amount     bigint not null check (unit_amount between -1000000000000000 and 1000000000000000),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  unit            text,
  tax_rate        double precision not null check (tax_rate between 0 and 100),
  -- What a unit costs the organization. Never shown to customers.
  cost            bigint check (cost between 0 and 1000000000000000),
  active          boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, code),
  constraint price_item_sign check (case kind when 'discount' then unit_amount <= 0 else unit_amount >= 0 end)
);
select guard_tenant_table('price_items');
grant select, insert, update on price_items to throughline_app;
-- Technicians make estimates too, and see the whole list.
grant select on price_items to throughline_own;
select limit_to_own('price_items', 'none', 'true');
