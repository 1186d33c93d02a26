-- The outcomes of a batch are written to the rows with their keys, without a join: whatever the planner believed, it
-- joined the batch with the whole backlog of the endpoint. The condition on the time says the same as
-- status = 'pending' (webhook_delivery_pending_has_a_time), but does not offer the partial indexes of the backlog.
create or replace function record_webhook_outcomes(
  p_organization_id uuid, p_endpoint_ids uuid[], p_delivery_ids uuid[], p_attempts integer[], p_statuses text[],
  p_attempt_records text[], p_next_attempts_at timestamptz[], p_settled_at timestamptz[]
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.webhook_deliveries d
  set status = p_statuses[array_position(p_delivery_ids, d.delivery_id)],
      next_attempt_at = p_next_attempts_at[array_position(p_delivery_ids, d.delivery_id)],
      settled_at = p_settled_at[array_position(p_delivery_ids, d.delivery_id)],
      attempts = d.attempts || (p_attempt_records[array_position(p_delivery_ids, d.delivery_id)]::jsonb
        || case when d.erased then '{"response": null}'::jsonb else '{}'::jsonb end)
  where d.organization_id = p_organization_id and d.webhook_endpoint_id = any (p_endpoint_ids)
    and d.delivery_id = any (p_delivery_ids) and d.next_attempt_at is not null
    and (p_statuses[array_position(p_delivery_ids, d.delivery_id)] = 'delivered'
         or jsonb_array_length(d.attempts) = p_attempts[array_position(p_delivery_ids, d.delivery_id)]);
end $$;
