-- Hosted booking pages: see docs/decisions/0088-booking-pages.md. No foreign keys: on a cluster the tables are distributed
-- after the migration.
create table booking_pages (
  organization_id uuid not null,
  booking_page_id uuid not null,
  page_key        text not null,
  name            text not null,
  title           text not null,
  -- Codes, in the order that visitors see.
  services        text[] not null,
  source          text not null,
  -- { color, logo_url }
  brand           jsonb not null,
  languages       text[] not null,
  thank_you       text,
  redirect_url    text,
  active          boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, booking_page_id)
);
select guard_tenant_table('booking_pages');
grant select, insert, update on booking_pages to throughline_app;

-- Finds the organization of a page's key, before the organization is known. A session without a tenant sees only the row
-- whose key it presents.
create table booking_page_directory (
  organization_id uuid not null,
  booking_page_id uuid not null,
  page_key        text not null,
  primary key (organization_id, booking_page_id)
);
create unique index booking_page_directory_key on booking_page_directory (page_key)
  include (organization_id, booking_page_id);
select guard_tenant_table('booking_page_directory');
create policy presented on booking_page_directory for select
  using (page_key = nullif(current_setting('app.page_key', true), ''));
grant select, insert on booking_page_directory to throughline_app;

-- The page of a key, with what visitors see of its organization and its settings for new leads; empty if the key is
-- unknown or the page is inactive. Runs with the rights of the application role, so the policies apply inside it.
create function find_booking_page(p_page_key text) returns table (
    organization_id uuid, name text, title text, services text[], source text, brand jsonb, languages text[],
    thank_you text, redirect_url text, company text, language text, time_zone text, country text,
    qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform public.set_locally('app.page_key', p_page_key);
  select d.organization_id, d.booking_page_id into v_place
    from public.booking_page_directory d where d.page_key = p_page_key;
  if not found then
    return;
  end if;
  perform public.set_locally('app.organization_id', v_place.organization_id::text);
  return query
    select p.organization_id, p.name, p.title, p.services, p.source, p.brand, p.languages, p.thank_you, p.redirect_url,
           o.name, o.language, o.time_zone, o.country, o.qualification_policy
    from public.booking_pages p
    join public.organizations o on o.organization_id = p.organization_id
    where p.organization_id = v_place.organization_id and p.booking_page_id = v_place.booking_page_id and p.active;
end $$;
grant execute on function find_booking_page to throughline_app;
