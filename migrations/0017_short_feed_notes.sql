-- A feed has up to 2,000 appointments in one row. With whole notes it could have 60 MB, which takes the service a second
-- to read. A calendar shows a few lines of them.
create or replace function find_calendar(p_key_hash bytea, p_user_id uuid, p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, user_name text, organization_name text, appointments json)
  language plpgsql volatile as $$
declare
  v_organization_id uuid;
  -- Past appointments are shown for 30 days, and canceled ones for as long after that.
  v_since timestamptz := p_now - interval '720 hours';
begin
  perform set_config('app.calendar_key_hash', encode(p_key_hash, 'hex'), true);
  select k.organization_id into v_organization_id
    from public.calendar_keys k
    where k.key_hash = p_key_hash and k.user_id = p_user_id and k.revoked_at is null;
  if not found then
    return;
  end if;
  perform set_config('app.organization_id', v_organization_id::text, true);
  return query
    select u.organization_id, u.name, o.name, coalesce(shown.list, '[]')
    from public.users u
    join public.organizations o on o.organization_id = u.organization_id
    left join lateral (
      select json_agg(e order by e.starts_at, e.appointment_id) as list
      from (
        select a.appointment_id, a.lifecycle_number, a.type, a.status, a.starts_at, a.ends_at, a.location,
               left(a.notes, 500) as notes, a.revision, a.created_at, a.updated_at,
               coalesce(c.name, l.name) as name, coalesce(c.phone, l.phone) as phone,
               coalesce(c.email, l.email) as email
        from (
          select * from public.appointments a
          where a.organization_id = v_organization_id and a.assigned_to = p_user_id
            and a.starts_at > v_since
            and (a.status not in ('held', 'no_show', 'canceled')
                 or a.status = 'held' and a.hold_expires_at > p_now
                 or a.status in ('no_show', 'canceled') and a.updated_at > v_since
                    and a.cancel_reason is distinct from 'hold_lapsed')
          order by a.starts_at desc, a.appointment_id desc limit p_limit
        ) as a
        cross join lateral (
          select * from public.leads l
          where l.organization_id = v_organization_id and l.lead_id = a.lead_id limit 1
        ) as l
        left join lateral (
          select * from public.customers c
          where c.organization_id = v_organization_id and c.customer_id = l.customer_id limit 1
        ) as c on true
      ) as e
    ) as shown on true
    where u.organization_id = v_organization_id and u.user_id = p_user_id and u.active;
end $$;
