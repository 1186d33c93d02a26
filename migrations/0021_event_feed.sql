-- Where the logs of these organizations end, for the process that has listeners in many of them and asks for
-- all at once, now and then: a number each, and nothing of what is in them.
create policy owner_reads_ends on organization_counters for select to current_user using (true);
create function ends_of_logs(p_organization_ids uuid[])
  returns table (organization_id uuid, event_seq bigint)
  language sql stable security definer
begin atomic
  select organization_id, event_seq from public.organization_counters
    where organization_id = any (p_organization_ids);
end;
