-- Exports of a whole organization, and restores of such a file into an empty organization.

-- Permission to download the organization's data until it expires, and what the last download contained. The file
-- is not stored: each download reads one snapshot of the database.
create table exports (
  organization_id uuid not null references organizations,
  export_id       uuid not null,
  status          text not null check (status in ('ready', 'running', 'completed', 'failed')),
  requested_by    jsonb not null,
  -- How often a download has started.
  downloads       integer not null default 0,
  -- Of the last complete download: the end of the log, rows by type, sums of money, and the hash of the lines.
  event_seq       bigint,
  counts          jsonb,
  sums            jsonb,
  sha256          text,
  failure         text,
  expires_at      timestamptz not null,
  completed_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, export_id),
  constraint export_failed_for_a_reason check ((status = 'failed') = (failure is not null)),
  constraint export_completed_with_a_hash check (status <> 'completed' or sha256 is not null)
);
select guard_tenant_table('exports');
grant select, insert, update on exports to throughline_app;

-- Files of exports: received in chunks and checked, then written in one transaction.
create table restores (
  organization_id uuid not null references organizations,
  restore_id      uuid not null,
  -- A restore emits no event before it runs: one whose upload was interrupted is abandoned.
  status          text not null check (status in ('receiving', 'abandoned', 'running', 'completed', 'failed')),
  -- Both for 24 hours. The hash covers every byte of the file, so it is known at the end.
  idempotency_key text,
  request_hash    bytea,
  actor           jsonb not null,
  -- What the file says about itself: its first and its last line.
  header          jsonb,
  footer          jsonb,
  bytes_total     bigint not null default 0,
  lines_total     bigint not null default 0,
  lines_done      bigint not null default 0,
  -- Rows by type that were stopped instead of continued, such as scheduled messages.
  stopped         jsonb,
  failure         text,
  failure_line    bigint,
  completed_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, restore_id),
  constraint restore_failed_for_a_reason check ((status = 'failed') = (failure is not null)),
  constraint restore_done_or_under_way check ((status in ('completed', 'failed')) = (completed_at is not null)),
  constraint restore_of_a_whole_file check (
    status in ('receiving', 'abandoned') or (header is not null and footer is not null))
);
create unique index restores_one_at_a_time on restores (organization_id) where status in ('receiving', 'running');
create unique index restores_idempotency_key on restores (organization_id, idempotency_key)
  where idempotency_key is not null;
select guard_tenant_table('restores');
grant select, insert, update on restores to throughline_app;

-- As import_chunks: chunks of the same size, except the last, deleted when the restore ends.
create table restore_chunks (
  organization_id uuid not null,
  restore_id      uuid not null,
  chunk           integer not null,
  bytes           bytea not null,
  primary key (organization_id, restore_id, chunk),
  foreign key (organization_id, restore_id) references restores
);
alter table restore_chunks alter column bytes set storage external;
select guard_tenant_table('restore_chunks', 'deletable');
grant select, insert, delete on restore_chunks to throughline_app;

-- Leads refer to later leads and to their customers. A restore checks these references after all of them are written;
-- everything else still checks them at once.
alter table leads alter constraint leads_organization_id_customer_id_fkey deferrable initially immediate;
alter table leads alter constraint leads_organization_id_duplicate_of_fkey deferrable initially immediate;
alter table leads alter constraint leads_organization_id_merged_into_fkey deferrable initially immediate;

-- ── Writing a restore ───────────────────────────────────────────────────────────────────────────

-- Locks the organization's counter until the commit and refuses an organization that has data of its own. Every
-- mutation needs the counter for its events, so nothing can be committed to the organization in the meantime.
-- Returns the end of its log. Playbooks that a new organization starts with do not count, as long as they are
-- unchanged.
create function lock_for_restore(p_organization_id uuid) returns bigint
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
  foreach v_table in array array['users', 'teams', 'leads', 'forms', 'imports', 'channels', 'templates',
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

-- Continues the log with the events of a restored organization, in the given order. They have happened: no task
-- passes them to followers. Like append_events, it assigns the next seqs and changes nothing that is in the log.
create function append_history(p_organization_id uuid, p_rows jsonb) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer := jsonb_array_length(p_rows);
  v_last bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set event_seq = event_seq + v_count
    where organization_id = p_organization_id
    returning event_seq into strict v_last;
  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, previous)
  select p_organization_id, v_last - v_count + e.place, (e.event->>'event_id')::uuid, e.event->>'type',
         (e.event->>'occurred_at')::timestamptz, e.event->>'lifecycle_number', e.event->'actor', e.event->'data',
         nullif(e.event->'previous', 'null'::jsonb)
  from jsonb_array_elements(p_rows) with ordinality as e (event, place);
  return v_count;
end $$;

-- Inserts rows with the columns that they have, which are the same for all of them.
create function insert_restored_rows(p_organization_id uuid, p_table text, p_rows jsonb) returns bigint
  language plpgsql volatile as $$
declare
  v_columns text;
  v_values text;
  v_count bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if p_table = 'events' then
    return public.append_history(p_organization_id, p_rows);
  end if;
  select string_agg(format('%I', name), ', '), string_agg(format('r.%I', name), ', ')
    into v_columns, v_values from jsonb_object_keys(p_rows->0) as name;
  execute format(
    'insert into public.%1$I (organization_id, %2$s) select $1, %3$s from jsonb_populate_recordset(null::public.%1$I, $2) as r',
    p_table, v_columns, v_values) using p_organization_id, p_rows;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Writes lines of a file into their table. p_overrides has one object per line, with the columns whose values do not
-- come from the file. Returns { inserted }, or { index, state, message, constraint, column } of the first line that
-- the database refuses; then nothing was written.
create function restore_rows(p_organization_id uuid, p_table text, p_lines jsonb, p_overrides jsonb) returns jsonb
  language plpgsql volatile as $$
declare
  v_rows jsonb;
  v_state text;
  v_message text;
  v_constraint text;
  v_column text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select jsonb_agg((l.line->'data') || o.override order by l.place) into v_rows
    from jsonb_array_elements(p_lines) with ordinality as l (line, place)
    join jsonb_array_elements(p_overrides) with ordinality as o (override, place) using (place);
  begin
    return jsonb_build_object('inserted', public.insert_restored_rows(p_organization_id, p_table, v_rows));
  exception when data_exception or integrity_constraint_violation or undefined_column or program_limit_exceeded then
    null;
  end;
  -- One by one, to find the line. The caller rolls back what is written here.
  for v_index in 0 .. jsonb_array_length(v_rows) - 1 loop
    begin
      perform public.insert_restored_rows(p_organization_id, p_table, jsonb_build_array(v_rows->v_index));
    exception when data_exception or integrity_constraint_violation or undefined_column or program_limit_exceeded then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_constraint = constraint_name, v_column = column_name;
      return jsonb_build_object('index', v_index, 'state', v_state, 'message', v_message,
        'constraint', nullif(v_constraint, ''), 'column', nullif(v_column, ''));
    end;
  end loop;
  return jsonb_build_object('index', 0, 'state', '23000', 'message', 'the rows contradict each other',
    'constraint', null, 'column', null);
end $$;

-- add_contact_keys for many contacts: the keys of contact p_contact_ids[row]. It runs as its owner, because the
-- policy of the table would be checked for each of about twenty keys per contact.
create function add_contact_keys_batch(
  p_organization_id uuid, p_contact_ids uuid[], p_keys bigint[], p_key_rows integer[]
) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.contact_keys (organization_id, key, contact_id)
  select p_organization_id, k.key, p_contact_ids[k.contact_row]
  from unnest(p_keys, p_key_rows) as k (key, contact_row)
  on conflict do nothing;
end $$;

-- Numbers continue after the highest ones in use.
create function continue_numbers(p_organization_id uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters c
  set lifecycle_ordinal = greatest(c.lifecycle_ordinal, (
        select max(split_part(l.lifecycle_number, '-', 1)::bigint) from public.leads l
        where l.organization_id = p_organization_id)),
      invoice_ordinal = greatest(c.invoice_ordinal, (
        select max(split_part(i.number, '-', 2)::bigint) from public.invoices i
        where i.organization_id = p_organization_id))
  where c.organization_id = p_organization_id;
end $$;

-- Sums of money by currency, in minor units: an export ends with them, and a restore must come to the same.
create function money_sums(p_organization_id uuid) returns jsonb
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return jsonb_build_object(
    'invoiced', coalesce((select jsonb_object_agg(s.currency, s.total) from (
      select i.currency, sum(i.total) as total from public.invoices i
      where i.organization_id = p_organization_id group by i.currency) as s), '{}'),
    'paid', coalesce((select jsonb_object_agg(s.currency, s.paid) from (
      select i.currency, sum(i.paid) as paid from public.invoices i
      where i.organization_id = p_organization_id group by i.currency) as s), '{}'),
    'payments', coalesce((select jsonb_object_agg(s.currency, s.amount) from (
      select i.currency, sum(p.amount) as amount from public.invoice_payments p
      join public.invoices i on i.organization_id = p.organization_id and i.invoice_id = p.invoice_id
      where p.organization_id = p_organization_id and p.amount > 0 group by i.currency) as s), '{}'),
    'refunds', coalesce((select jsonb_object_agg(s.currency, -s.amount) from (
      select i.currency, sum(p.amount) as amount from public.invoice_payments p
      join public.invoices i on i.organization_id = p.organization_id and i.invoice_id = p.invoice_id
      where p.organization_id = p_organization_id and p.amount < 0 group by i.currency) as s), '{}'));
end $$;

grant execute on function lock_for_restore, append_history, insert_restored_rows, restore_rows,
  add_contact_keys_batch, continue_numbers, money_sums to throughline_app;
