-- Deliveries to endpoints that take events in any order are written without a look at earlier ones. The look was part of
-- the same statement, which PostgreSQL planned again for each call, over all months: five times the cost of the rest.

create or replace function insert_webhook_deliveries(
  p_organization_id uuid, p_endpoint_ids uuid[], p_delivery_ids uuid[], p_seqs bigint[], p_event_ids uuid[],
  p_types text[], p_lifecycle_numbers text[], p_ordered boolean[], p_at timestamptz, p_logged_at timestamptz[]
) returns void
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
declare
  -- When the last earlier delivery of the same lifecycle is due, by place; null without one.
  v_earlier timestamptz[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if true = any (p_ordered) then
    v_earlier := array(
      select case when n.ordered then (
        select max(d.next_attempt_at) from public.webhook_deliveries d
        where d.organization_id = p_organization_id and d.webhook_endpoint_id = n.webhook_endpoint_id
          and d.lifecycle_number = n.lifecycle_number and d.status = 'pending' and d.ordered
          and d.event_logged_at
            >= (select public.webhooks_pending_from(p_organization_id)) and d.replay_id is null) end
      from unnest(p_endpoint_ids, p_lifecycle_numbers, p_ordered)
        with ordinality as n (webhook_endpoint_id, lifecycle_number, ordered, place)
      order by n.place);
  end if;
  insert into public.webhook_deliveries
    (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered,
     status, next_attempt_at, created_at, event_logged_at)
  select p_organization_id, n.webhook_endpoint_id, n.delivery_id, n.event_seq, n.event_id, n.event_type,
         n.lifecycle_number, n.ordered, 'pending', greatest(p_at, v_earlier[n.place]), p_at, n.logged_at
  from unnest(p_endpoint_ids, p_delivery_ids, p_seqs, p_event_ids, p_types, p_lifecycle_numbers, p_ordered,
              p_logged_at)
    with ordinality as n (webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered,
                          logged_at, place)
  on conflict (organization_id, webhook_endpoint_id, event_seq, event_logged_at) where replay_id is null do nothing;
end $$;
