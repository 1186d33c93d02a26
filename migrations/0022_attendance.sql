-- An organization can be attended: between these times somebody other than the workers does its background
-- work. The index holds those alone, so it is as good as empty, and to look there costs a claim nothing.
alter table organizations
  add column attended_from timestamptz,
  add column attended_until timestamptz,
  add constraint organization_attended_from_until check (
    (attended_from is null) = (attended_until is null) and attended_from <= attended_until);
create index organizations_attended on organizations (organization_id) where attended_until is not null;

-- Whether the workers leave it alone, as of their own time. The claims of follow-ups and runs ask it.
create function is_attended(p_organization_id uuid, p_now timestamptz) returns boolean
  language sql stable
begin atomic
  select exists (
    select from public.organizations o
    where o.organization_id = p_organization_id and o.attended_until > p_now and o.attended_from <= p_now);
end;

-- The first organization is the one that was made first, not the one whose history goes back farthest; ids
-- are made in order.
create or replace function organization_ids() returns setof uuid
  language sql stable security definer
begin atomic
  select organization_id from public.organizations order by organization_id;
end;
