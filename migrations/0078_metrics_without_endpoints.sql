-- As in migration 0043. Where no one has made a webhook endpoint yet, nothing is pending. A cluster refused the query then:
-- compared with null, no month is left to read, and without one it cannot plan the join.
create or replace function webhook_backlog(p_now timestamptz, p_max integer)
  returns table (pending bigint, oldest_due_seconds double precision)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_from constant timestamptz := (
    select min(coalesce(h.pending_from, '-infinity')) from public.webhook_endpoints e
    left join public.webhook_endpoint_health h
      on h.organization_id = e.organization_id and h.webhook_endpoint_id = e.webhook_endpoint_id);
begin
  if v_from is null then
    return query select 0::bigint, 0::double precision;
    return;
  end if;
  return query
    select (select count(*) from (
              select 1 from public.webhook_deliveries d where d.status = 'pending' and d.event_logged_at >= v_from
              order by d.organization_id, d.webhook_endpoint_id, d.next_attempt_at, d.event_seq
              limit p_max) as found),
           coalesce((select max(extract(epoch from p_now - first.next_attempt_at))
             from public.webhook_endpoints e
             cross join lateral (select d.next_attempt_at from public.webhook_deliveries d
               where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
                 and d.status = 'pending' and d.next_attempt_at <= p_now
                 and d.event_logged_at >= v_from
               order by d.next_attempt_at limit 1) as first
             where e.enabled and e.deleted_at is null), 0)::double precision;
end $$;
