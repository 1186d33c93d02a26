-- Hosted forms: pages on which anybody can become a lead, without a token.

create table forms (
  organization_id uuid not null references organizations,
  form_id         uuid not null,
  form_key        text not null,
  name            text not null,
  title           text not null,
  intro           text,
  source          text not null,
  -- The choices, in order: [{ code, label }].
  services        jsonb not null check (jsonb_array_length(services) between 1 and 50),
  -- The checkbox: { text, channels }; null for a form that does not ask.
  consent         jsonb,
  thank_you       text not null,
  redirect_url    text,
  enabled         boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, form_id)
);

-- Where a form's key leads, before its organization is known. A session without a tenant sees the one
-- row whose key it already presents, so the table cannot be listed. A row is never changed or deleted,
-- so no key is ever given out twice. On Citus this is a reference table.
create table form_directory (
  organization_id uuid not null,
  form_id         uuid not null,
  form_key        text not null,
  primary key (organization_id, form_id),
  foreign key (organization_id, form_id) references forms
);
create unique index form_directory_key on form_directory (form_key) include (organization_id, form_id);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['forms', 'form_directory'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)',
      v_table);
    execute format(
      'create trigger %I before delete on %I for each row execute function refuse_hard_delete()',
      v_table || '_no_delete', v_table);
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_hard_delete()',
      v_table || '_no_truncate', v_table);
  end loop;
end $$;

create policy presented on form_directory for select
  using (form_key = nullif(current_setting('app.form_key', true), ''));

-- The form that a key opens, with what its organization has decided about new leads; nothing for a key
-- that is unknown or whose form is off line. It runs with the caller's rights: the key shows the way to
-- the organization, and that organization's own policies show the rest. Both settings end with the
-- statement's transaction. The order of these steps is one that a single statement would not promise.
create function find_form(p_form_key text) returns table (
    organization_id uuid, name text, title text, intro text, source text, services jsonb, consent jsonb,
    thank_you text, redirect_url text, country text, qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform set_config('app.form_key', p_form_key, true);
  select d.organization_id, d.form_id into v_place
    from public.form_directory d where d.form_key = p_form_key;
  if not found then
    return;
  end if;
  perform set_config('app.organization_id', v_place.organization_id::text, true);
  return query
    select f.organization_id, f.name, f.title, f.intro, f.source, f.services, f.consent,
           f.thank_you, f.redirect_url, o.country, o.qualification_policy
    from public.forms f
    join public.organizations o on o.organization_id = f.organization_id
    where f.organization_id = v_place.organization_id and f.form_id = v_place.form_id and f.enabled;
end $$;

grant select, insert, update on forms to throughline_app;
grant select, insert on form_directory to throughline_app;
