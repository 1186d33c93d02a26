-- How long it takes to drive from one place to another, as a routing server said. See docs/decisions/0094-routing.md.
-- A place is its coordinates with three decimals, such as '45.520,-122.674'.
create table travel_times (
  organization_id uuid not null,
  from_place      text not null,
  to_place        text not null,
  seconds         integer not null,
  asked_at        timestamptz not null,
  primary key (organization_id, from_place, to_place),
  constraint travel_time_places check (
    from_place ~ '^-?\d{1,2}\.\d{3},-?\d{1,3}\.\d{3}$' and to_place ~ '^-?\d{1,2}\.\d{3},-?\d{1,3}\.\d{3}$'),
  constraint travel_time_within_a_day check (seconds between 0 and 86400)
);
create index travel_times_to on travel_times (organization_id, to_place);
create index travel_times_by_age on travel_times (organization_id, asked_at);
select guard_tenant_table('travel_times', 'deletable');
grant select, insert, update, delete on travel_times to throughline_app;
grant select on travel_times to throughline_own;

-- In one order, so that two tasks at once do not wait for each other.
create function save_travel_times(
  p_organization_id uuid, p_from text[], p_to text[], p_seconds integer[], p_now timestamptz
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.travel_times (organization_id, from_place, to_place, seconds, asked_at)
    select p_organization_id, w.from_place, w.to_place, w.seconds, p_now
    from unnest(p_from, p_to, p_seconds) as w (from_place, to_place, seconds)
    order by w.from_place, w.to_place
    on conflict (organization_id, from_place, to_place) do update
      set seconds = excluded.seconds, asked_at = excluded.asked_at;
end $$;
revoke execute on function save_travel_times from public;
grant execute on function save_travel_times to throughline_app;
