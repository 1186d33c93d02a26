-- An organization can be attended: between these times somebody other than the workers does its background
-- work. The index holds those alone, so it is as good as empty, and to look there costs a claim nothing.
alter table organizations
  add column attended_from timestamptz,
  add column attended_until timestamptz,
  add constraint organization_attended_from_until check (
    (attended_from is null) = (attended_until is null) and attended_from <= attended_until);
create index organizations_attended on organizations (organization_id) where attended_until is not null;

-- The first organization is the one that was made first, not the one whose history goes back farthest; ids
-- are made in order.
create or replace function organization_ids() returns setof uuid
  language sql stable security definer
begin atomic
  select organization_id from public.organizations order by organization_id;
end;
