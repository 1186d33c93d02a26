-- What advertising cost, by source and day: for the report of sources. No foreign key: on a cluster the table is distributed
-- after the migration.
create table spend (
  organization_id uuid not null,
  -- As leads have it.
  source          text not null collate "C" check (source <> ''),
  spent_on        date not null,
  -- In minor units of the currency.
  amount          bigint not null check (amount between 0 and 1000000000000),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, source, spent_on)
);
create index spend_by_date on spend (organization_id, spent_on, source) include (amount, currency);
select guard_tenant_table('spend');
grant select, insert, update on spend to throughline_app;

-- Sets what was spent, and returns each row that is other than before, with what was there. In one statement on the node of the
-- organization, because a cluster takes no INSERT … SELECT from a client.
create function set_spend(
  p_organization_id uuid, p_sources text[], p_dates date[], p_amounts bigint[], p_currencies text[], p_now timestamptz
) returns table (
    source text, spent_on date, amount bigint, currency text, created_at timestamptz, updated_at timestamptz,
    previous_amount bigint, previous_currency text)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return query
    with given as materialized (
      select g.source, g.spent_on, g.amount, g.currency, s.amount as previous_amount, s.currency as previous_currency
      from unnest(p_sources, p_dates, p_amounts, p_currencies) as g (source, spent_on, amount, currency)
      left join public.spend s on s.organization_id = p_organization_id and s.source = g.source and s.spent_on = g.spent_on
    ), written as (
      insert into public.spend as s (organization_id, source, spent_on, amount, currency, created_at, updated_at)
        select p_organization_id, g.source, g.spent_on, g.amount, g.currency, p_now, p_now from given g order by g.source, g.spent_on
        on conflict on constraint spend_pkey do update
          set amount = excluded.amount, currency = excluded.currency, updated_at = excluded.updated_at
          where (s.amount, s.currency) is distinct from (excluded.amount, excluded.currency)
        returning s.source, s.spent_on, s.amount, s.currency, s.created_at, s.updated_at
    )
    select w.*, g.previous_amount, g.previous_currency
    from written w join given g on g.source = w.source and g.spent_on = w.spent_on;
end $$;
grant execute on function set_spend to throughline_app;
