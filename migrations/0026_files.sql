-- Files that people send: photos, signatures, documents and avatars. And times of work that was done without signal.

-- A file is received in chunks and then never changes. Erasure empties it.
create table files (
  organization_id uuid not null references organizations,
  file_id         uuid not null,
  -- One whose upload was interrupted is abandoned. Only a stored file is shown.
  status          text not null check (status in ('receiving', 'stored', 'abandoned')),
  -- The user who sent it; null for a token without a user. Not a reference, because users refer to their avatar.
  uploaded_by     uuid,
  name            text not null,
  -- Detected from the first bytes.
  content_type    text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  size_bytes      bigint check (size_bytes between 1 and 10485760),
  sha256          text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Both for 24 hours. The hash covers every byte, so it is known at the end.
  idempotency_key text,
  request_hash    bytea,
  erased_at       timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, file_id),
  constraint file_stored_as_a_whole check (
    status <> 'stored' or (size_bytes is not null and (sha256 is not null or erased_at is not null)))
);
-- A key belongs to the user who sent it: the same key of another user is another file.
create unique index files_idempotency_key on files (organization_id, uploaded_by, idempotency_key) nulls not distinct
  where idempotency_key is not null;
create index files_receiving on files (organization_id, created_at) where status = 'receiving';
-- The sum of the sizes is read from the index.
create index files_stored on files (organization_id) include (size_bytes) where status = 'stored';
select guard_tenant_table('files');
grant select, insert, update on files to throughline_app;

-- Chunks of the same size, except the last. Those of an interrupted upload are deleted.
create table file_chunks (
  organization_id uuid not null,
  file_id         uuid not null,
  chunk           integer not null check (chunk between 0 and 300),
  bytes           bytea not null,
  primary key (organization_id, file_id, chunk),
  foreign key (organization_id, file_id) references files
);
alter table file_chunks alter column bytes set storage external;
select guard_tenant_table('file_chunks', 'deletable');
grant select, insert on file_chunks to throughline_app;

-- What was stored stays as it is. Only an erasure, which runs as the owner, replaces values.
create function refuse_file_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'a stored file stays as it is' using errcode = 'restrict_violation';
end $$;
create trigger files_stay_as_stored before update on files
  for each row when (
    old.status = 'stored'
    and (old.status, old.uploaded_by, old.name, old.content_type, old.size_bytes, old.sha256, old.erased_at)
      is distinct from (new.status, new.uploaded_by, new.name, new.content_type, new.size_bytes, new.sha256, new.erased_at)
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user = 'throughline_app'))
  execute function refuse_file_change();

create function refuse_loss_of_content() returns trigger
  language plpgsql as $$
begin
  perform from public.files f
    where f.organization_id = old.organization_id and f.file_id = old.file_id and f.status = 'stored';
  if found then
    raise exception 'the content of a stored file stays' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger file_chunks_of_stored_files_stay before delete on file_chunks
  for each row execute function refuse_loss_of_content();

-- Gives an upload up that was not received as a whole. No other way leads to a deleted chunk.
create function abandon_file(p_organization_id uuid, p_file_id uuid, p_now timestamptz) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.files f set status = 'abandoned', idempotency_key = null, updated_at = p_now
    where f.organization_id = p_organization_id and f.file_id = p_file_id and f.status = 'receiving';
  if found then
    delete from public.file_chunks c where c.organization_id = p_organization_id and c.file_id = p_file_id;
  end if;
end $$;
grant execute on function abandon_file to throughline_app, throughline_own;

-- ── Quota ───────────────────────────────────────────────────────────────────────────────────────

create or replace function quota_of(p_organization_id uuid, p_resource text) returns integer
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce(
    (select q.max from public.organization_quotas q
     where q.organization_id = p_organization_id and q.resource = p_resource),
    case p_resource
      when 'channels' then 50
      when 'file_megabytes' then 20000
      when 'forms' then 200
      when 'playbooks' then 500
      when 'templates' then 1000
      when 'tokens' then 1000
      when 'users' then 2000
      when 'webhook_endpoints' then 50
    end);
end $$;

create or replace function quota_used(p_organization_id uuid, p_resource text, p_now timestamptz) returns bigint
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return case p_resource
    when 'channels' then
      (select count(*) from public.channels c where c.organization_id = p_organization_id)
    when 'file_megabytes' then
      (select ceil(coalesce(sum(f.size_bytes), 0) / 1000000) from public.files f
       where f.organization_id = p_organization_id and f.status = 'stored')
    when 'forms' then
      (select count(*) from public.forms f where f.organization_id = p_organization_id)
    when 'playbooks' then
      (select count(*) from public.playbooks p where p.organization_id = p_organization_id and p.key is null)
    when 'templates' then
      (select count(*) from public.templates t where t.organization_id = p_organization_id)
    when 'tokens' then
      (select count(*) from public.tokens t
       where t.organization_id = p_organization_id and t.revoked_at is null
         and (t.expires_at > p_now or t.expires_at is null))
    when 'users' then
      (select count(*) from public.users u where u.organization_id = p_organization_id)
    when 'webhook_endpoints' then
      (select count(*) from public.webhook_endpoints e
       where e.organization_id = p_organization_id and e.deleted_at is null)
  end;
end $$;

-- As enforce_quota. It runs as its owner, because a user with own work does not see every file.
create function enforce_file_quota() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_max integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('quota of file_megabytes ' || new.organization_id, 0));
  v_max := public.quota_of(new.organization_id, 'file_megabytes');
  if public.quota_used(new.organization_id, 'file_megabytes', new.created_at) > v_max then
    raise exception 'the organization has % megabytes of files, as many as it can have', v_max
      using errcode = 'check_violation', constraint = 'quota_exceeded', table = 'file_megabytes', detail = v_max::text;
  end if;
  return null;
end $$;
create trigger files_quota after update on files
  for each row when (old.status <> 'stored' and new.status = 'stored') execute function enforce_file_quota();

-- ── What refers to a file ───────────────────────────────────────────────────────────────────────

-- An attachment is a file of ours, or the URL of a file elsewhere.
alter table job_attachments
  alter column url drop not null,
  add column file_id uuid,
  add column kind text not null default 'document' check (kind in ('photo', 'signature', 'document')),
  add foreign key (organization_id, file_id) references files,
  add constraint attachment_of_one_file check (num_nonnulls(url, file_id) = 1);
create index job_attachments_by_file on job_attachments (organization_id, file_id) where file_id is not null;

alter table users
  add column avatar_file_id uuid,
  add foreign key (organization_id, avatar_file_id) references files;
create index users_by_avatar on users (organization_id, avatar_file_id) where avatar_file_id is not null;

-- ── Work that was done without signal ───────────────────────────────────────────────────────────

-- When a note was written, and when an item was last checked or unchecked. Null: when it arrived.
alter table job_notes add column written_at timestamptz;
alter table job_checklist_items add column changed_at timestamptz;

-- What the technician has to say about a payment.
alter table invoice_payments add column note text;

-- ── Own work ────────────────────────────────────────────────────────────────────────────────────

-- Own are the files that the user sent, those of their own jobs, and the avatars of colleagues. Both functions run as
-- the caller: the policies of the tables that they read decide.
create function shows_file(p_organization_id uuid, p_file_id uuid) returns boolean
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return exists (select from public.job_attachments a
      where a.organization_id = p_organization_id and a.file_id = p_file_id)
    or exists (select from public.users u
      where u.organization_id = p_organization_id and u.avatar_file_id = p_file_id);
end $$;

create function sees_file(p_organization_id uuid, p_file_id uuid) returns boolean
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return exists (
    select from public.files where organization_id = p_organization_id and file_id = p_file_id);
end $$;

select limit_to_own('files', 'all', 'uploaded_by = $user or public.shows_file(organization_id, file_id)');
select limit_to_own('file_chunks', 'all', 'public.sees_file(organization_id, file_id)');

grant select, insert, update on files to throughline_own;
grant select, insert on file_chunks to throughline_own;
grant execute on function shows_file, sees_file to throughline_own;

-- ── Restores ───────────────────────────────────────────────────────────────────────────────────

-- Files count as data of the organization, too.
create or replace function lock_for_restore(p_organization_id uuid) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_seq bigint;
  v_table text;
  v_found boolean;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select event_seq into strict v_seq from public.organization_counters
    where organization_id = p_organization_id for update;
  foreach v_table in array array['users', 'files', 'teams', 'leads', 'forms', 'imports', 'channels', 'templates',
      'communications', 'opt_outs', 'follow_ups', 'playbook_runs', 'webhook_endpoints'] loop
    execute format('select exists (select from public.%I where organization_id = $1)', v_table)
      into v_found using p_organization_id;
    exit when v_found;
  end loop;
  if not v_found and exists (select from public.playbooks p
      where p.organization_id = p_organization_id and (p.key is null or p.enabled or p.version > 1)) then
    v_table := 'playbooks';
    v_found := true;
  end if;
  if v_found then
    raise exception 'the organization has %', v_table
      using errcode = 'check_violation', constraint = 'organization_not_empty', table = v_table;
  end if;
  return v_seq;
end $$;

-- ── Privacy ─────────────────────────────────────────────────────────────────────────────────────

-- A file of the person's jobs stays as a row, and its content is emptied.
create function erase_files_of_jobs(p_erasure public.erasures, p_job_ids uuid[]) returns void
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(distinct a.file_id) into v_ids from public.job_attachments a
    where a.organization_id = p_erasure.organization_id and a.job_id = any (p_job_ids) and a.file_id is not null;
  update public.files f
    set name = '[erased]', sha256 = null, idempotency_key = null, request_hash = null,
        erased_at = coalesce(f.erased_at, p_erasure.created_at)
    where f.organization_id = p_erasure.organization_id and f.file_id = any (v_ids);
  update public.file_chunks c set bytes = ''
    where c.organization_id = p_erasure.organization_id and c.file_id = any (v_ids) and c.bytes <> '';
end $$;

create or replace function erase_jobs(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.job_id order by found.job_id) into v_ids from (
    select j.job_id from public.jobs j
    where j.organization_id = p_erasure.organization_id and j.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or j.job_id > p_position::uuid)
    order by j.job_id limit p_limit) as found;
  update public.jobs j
    set title = '[erased]', search_text = '',
        service = case when public.holds_value(j.service, p_pattern) then '[erased]' else j.service end,
        contract_terms = case when j.contract_terms is not null then '[erased]' end,
        pause_reason = case when j.pause_reason is not null then '[erased]' end,
        cancel_reason = case when j.cancel_reason is not null then '[erased]' end
    where j.organization_id = p_erasure.organization_id and j.job_id = any (v_ids);
  update public.job_checklist_items i set title = '[erased]'
    where i.organization_id = p_erasure.organization_id and i.job_id = any (v_ids);
  update public.job_notes n set text = '[erased]'
    where n.organization_id = p_erasure.organization_id and n.job_id = any (v_ids);
  update public.job_attachments a
    set url = case when a.url is not null then 'https://erased.invalid/' end, name = '[erased]'
    where a.organization_id = p_erasure.organization_id and a.job_id = any (v_ids);
  perform public.erase_files_of_jobs(p_erasure, v_ids);
  update public.warranty_claims c
    set description = '[erased]', resolution = case when c.resolution is not null then '[erased]' end
    where c.organization_id = p_erasure.organization_id and c.job_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

create or replace function erase_invoices(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.invoice_id order by found.invoice_id) into v_ids from (
    select i.invoice_id from public.invoices i
    where i.organization_id = p_erasure.organization_id and i.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or i.invoice_id > p_position::uuid)
    order by i.invoice_id limit p_limit) as found;
  update public.invoices i
    set lines = public.erased_json(i.lines, null, '{}', p_pattern),
        notes = case when i.notes is not null then '[erased]' end,
        void_reason = case when i.void_reason is not null then '[erased]' end
    where i.organization_id = p_erasure.organization_id and i.invoice_id = any (v_ids);
  update public.invoice_payments p
    set reference = case when p.reference is not null then '[erased]' end,
        note = case when p.note is not null then '[erased]' end,
        reason = case when p.reason is not null then '[erased]' end
    where p.organization_id = p_erasure.organization_id and p.invoice_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;
