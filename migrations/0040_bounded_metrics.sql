-- /metrics reads a bounded number of rows, however much is waiting: each number is counted up to p_max.

-- pg-boss fetches tasks by an index that has only those that wait, in this order. Running tasks are in none, so the
-- processes that run them count them. The order makes the index the cheapest plan, whatever statistics the table has.
drop function queue_depths();
create function queue_depths(p_max integer) returns table (
    queue text, ready bigint, deferred bigint, oldest_ready_seconds double precision)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select q.name, waiting.ready, waiting.deferred,
      coalesce(extract(epoch from now() - waiting.oldest)::double precision, 0)
    from pgboss.queue q
    cross join lateral (
      select count(*) filter (where j.start_after <= now()) as ready,
             count(*) filter (where j.start_after > now()) as deferred,
             min(j.start_after) filter (where j.start_after <= now()) as oldest
      from (
        select one.start_after from pgboss.job one
        where one.name = q.name and one.state < 'active' and not one.blocked
        order by one.priority desc, one.created_on limit p_max
      ) as j
    ) as waiting
    where q.name not like '\_\_pgboss%';
end $$;

-- The oldest due delivery of each enabled endpoint is one lookup. Those of disabled endpoints are due for as long as
-- these are disabled, so no index over all endpoints finds the oldest that should have been sent.
drop function webhook_backlog(timestamptz);
create function webhook_backlog(p_now timestamptz, p_max integer)
  returns table (pending bigint, oldest_due_seconds double precision)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select (select count(*) from (
              select from public.webhook_deliveries d where d.status = 'pending'
              order by d.organization_id, d.webhook_endpoint_id, d.next_attempt_at, d.event_seq
              limit p_max) as found),
           coalesce((select max(extract(epoch from p_now - first.next_attempt_at))
             from public.webhook_endpoints e
             cross join lateral (select d.next_attempt_at from public.webhook_deliveries d
               where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
                 and d.status = 'pending' and d.next_attempt_at <= p_now
               order by d.next_attempt_at limit 1) as first
             where e.enabled and e.deleted_at is null), 0)::double precision;
end $$;

revoke execute on function queue_depths, webhook_backlog from public;
grant execute on function queue_depths, webhook_backlog to throughline_app;
