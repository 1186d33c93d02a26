-- Calendars to subscribe to: whoever has a user's key reads their appointments, without a token.

-- Where a key leads, before its organization is known; only the hash of a key is kept. A session without
-- a tenant sees the one row whose key it already presents, so the table cannot be listed. A row stays when
-- its key is revoked. On Citus this is a reference table.
create table calendar_keys (
  organization_id uuid not null,
  key_hash        bytea not null,
  user_id         uuid not null,
  created_at      timestamptz not null,
  revoked_at      timestamptz,
  primary key (organization_id, key_hash),
  foreign key (organization_id, user_id) references users
);
create unique index calendar_keys_hash on calendar_keys (key_hash) include (organization_id, user_id, revoked_at);
create unique index calendar_keys_one_a_user on calendar_keys (organization_id, user_id)
  where revoked_at is null;

alter table calendar_keys enable row level security;
alter table calendar_keys force row level security;
create policy tenant on calendar_keys
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy presented on calendar_keys for select
  using (key_hash = decode(nullif(current_setting('app.calendar_key_hash', true), ''), 'hex'));
create trigger calendar_keys_no_delete before delete on calendar_keys
  for each row execute function refuse_hard_delete();
create trigger calendar_keys_no_truncate before truncate on calendar_keys
  for each statement execute function refuse_hard_delete();
grant select, insert, update on calendar_keys to throughline_app;

-- The calendar that a key opens, in one round trip; nothing for a key that is unknown, revoked or another
-- user's, nor for a user who is inactive. It runs with the caller's rights: the key shows the way to the
-- organization, and that organization's own policies show the rest. Both settings end with the statement's
-- transaction. The order of these steps is one that a single statement would not promise.
create function find_calendar(p_key_hash bytea, p_user_id uuid, p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, user_name text, organization_name text, appointments json)
  language plpgsql volatile as $$
declare
  v_organization_id uuid;
  -- What is over is shown for 30 days, and what was called off for as long after that.
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
               a.notes, a.revision, a.created_at, a.updated_at,
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
