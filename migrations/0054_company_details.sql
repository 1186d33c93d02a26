-- What documents for customers show of the company.
alter table organizations
  add column address text,
  add column tax_id text,
  -- A PNG or JPEG image. Not a reference: on a cluster, organizations and files are distributed alike.
  add column logo_file_id uuid;

-- The logo is on every document, so every user can see it.
create or replace function shows_file(p_organization_id uuid, p_file_id uuid) returns boolean
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return exists (select from public.job_attachments a
      where a.organization_id = p_organization_id and a.file_id = p_file_id)
    or exists (select from public.users u
      where u.organization_id = p_organization_id and u.avatar_file_id = p_file_id)
    or exists (select from public.organizations o
      where o.organization_id = p_organization_id and o.logo_file_id = p_file_id);
end $$;
