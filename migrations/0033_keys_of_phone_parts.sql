-- A phone number with a typo is found by the parts that the typo left intact: three stored keys instead of a hundred
-- probes. The keys are computed by the service, see domain/dedup/keys.ts; here, once, for the contacts that are stored
-- already. Keys of a surname with half a phone number are no longer probed; they stay until their contact is erased.

-- hash64 of domain/dedup/hash.ts, for digits.
create function pg_temp.product(a bigint, b bigint) returns bigint
  language sql immutable
  return ((((a * (b >> 16)) & 65535) << 16) + a * (b & 65535)) & 4294967295;

create function pg_temp.hash64(p_kind bigint, p_text text) returns bigint
  language plpgsql immutable as $$
declare
  high bigint := 3735928559 # p_kind;
  low bigint := 1103547991 # pg_temp.product(p_kind, 2654435761);
  code bigint;
begin
  for position in 1 .. length(p_text) loop
    code := ascii(substr(p_text, position, 1));
    high := pg_temp.product(high # code, 2654435761);
    high := high # (high >> 15);
    low := pg_temp.product(low # code, 1597334677);
    low := low # (low >> 13);
  end loop;
  high := pg_temp.product(high # (high >> 16), 2246822507) # pg_temp.product(low # (low >> 13), 3266489909);
  low := pg_temp.product(low # (low >> 16), 2246822507) # pg_temp.product(high # (high >> 13), 3266489909);
  return (high << 32) | low;
end $$;

do $$
declare
  v_organization_id uuid;
begin
  for v_organization_id in select organization_id from organizations loop
    perform set_config('app.organization_id', v_organization_id::text, true);
    insert into contact_keys (organization_id, key, contact_id)
    select v_organization_id, part.key, dialed.contact_id
    from (
      select lead_id as contact_id, phone from leads
        where organization_id = v_organization_id and erasure_id is null and phone is not null
      union
      select customer_id, phone from customers
        where organization_id = v_organization_id and erasure_id is null and phone is not null
      union
      select contact_id, value from contact_points
        where organization_id = v_organization_id and kind = 'phone' and value like '+%'
    ) as dialed
    cross join lateral (select left(regexp_replace(dialed.phone, '[^0-9]', '', 'g'), 15) as digits) as number
    cross join lateral (values
      (pg_temp.hash64(12, left(digits, 9))),
      (pg_temp.hash64(13, left(digits, 7) || right(digits, 2))),
      (pg_temp.hash64(14, left(digits, 4) || right(digits, 4)))
    ) as part (key)
    where length(digits) >= 7
    on conflict do nothing;
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;
