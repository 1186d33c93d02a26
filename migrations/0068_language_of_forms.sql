-- A hosted form is shown in the language of its visitor and in the colour of the company, so what finds it by its key also
-- returns the organization's.
drop function find_form(text);
create function find_form(p_form_key text) returns table (
    organization_id uuid, name text, title text, intro text, source text, services jsonb, consent jsonb,
    thank_you text, redirect_url text, country text, qualification_policy text, language text, brand_color text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform public.set_locally('app.form_key', p_form_key);
  select d.organization_id, d.form_id into v_place
    from public.form_directory d where d.form_key = p_form_key;
  if not found then
    return;
  end if;
  perform public.set_locally('app.organization_id', v_place.organization_id::text);
  return query
    select f.organization_id, f.name, f.title, f.intro, f.source, f.services, f.consent,
           f.thank_you, f.redirect_url, o.country, o.qualification_policy, o.language, o.brand_color
    from public.forms f
    join public.organizations o on o.organization_id = f.organization_id
    where f.organization_id = v_place.organization_id and f.form_id = v_place.form_id and f.enabled;
end $$;
grant execute on function find_form to throughline_app;
