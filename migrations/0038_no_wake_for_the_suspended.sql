-- When the engines have work next: what a suspended organization has due stands still, and must not keep them awake.
create or replace function next_due_at(p_table text, p_column text, p_condition text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select min((r->>'at')::timestamptz) from public.rows_of_reachable_nodes(p_table,
    format('select %1$I as at from %%s where %2$s and organization_id <> all (%3$L::uuid[]) order by %1$I limit 1',
      p_column, p_condition, public.suspended_organizations())) as r);
end $$;

create or replace function next_playbook_run_at() returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  return (select r.claimable_at from public.playbook_runs r
    where r.claimable_at is not null and not r.is_outbound and r.organization_id <> all (v_suspended)
    order by r.claimable_at limit 1);
exception when connection_exception or connection_failure then
  return public.next_due_at('playbook_runs', 'claimable_at', 'claimable_at is not null and not is_outbound');
end $$;

create or replace function next_outbound_playbook_run_at() returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  return (select r.claimable_at from public.playbook_runs r
    where r.claimable_at is not null and r.is_outbound and r.organization_id <> all (v_suspended)
    order by r.claimable_at limit 1);
exception when connection_exception or connection_failure then
  return public.next_due_at('playbook_runs', 'claimable_at', 'claimable_at is not null and is_outbound');
end $$;

create or replace function next_follow_up_at() returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  return (select w.due_at from public.follow_ups w
    where w.status = 'scheduled' and w.communication_id is null and w.organization_id <> all (v_suspended)
    order by w.due_at limit 1);
exception when connection_exception or connection_failure then
  return public.next_due_at('follow_ups', 'due_at', 'status = ''scheduled'' and communication_id is null');
end $$;
