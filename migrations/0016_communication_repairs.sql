-- Repairs of 0014: messages that are queued once by a key, mails of which it is known whether the server had
-- begun to read them, every opt-out kept and listed, and tasks that are counted by organization.

alter table communications
  -- Names a message for whoever has it sent: the same key again is the same message.
  add column message_key text,
  -- When the mail server was ready to read it, at the last attempt. Before that it surely has not taken it.
  add column handed_over_at timestamptz;
create unique index communications_message_key_unique on communications (organization_id, message_key)
  where message_key is not null;

-- Where the service was reached by whoever set the channel up: the way to unsubscribe for mails that no
-- request asks for.
alter table channels add column base_url text;

-- Rows are brought up to date below, which row-level security would keep from an owner that is no superuser.
alter table opt_outs no force row level security;
alter table opt_outs
  add column opt_out_id uuid,
  -- Whose it was when it was said; null for a stranger's.
  add column lifecycle_number text,
  -- text: STOP by the phone itself. mail: by a mail of theirs. link: of a mail of ours. office: told to somebody.
  add column said_by text check (said_by in ('text', 'mail', 'link', 'office')),
  -- What they said, or who heard them say it, when it ended.
  add column revoked_source text;
-- Ids sort by time, as all others do.
update opt_outs set
  opt_out_id = (lpad(to_hex(floor(extract(epoch from opted_out_at) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
  said_by = case channel when 'sms' then 'text' else 'link' end,
  revoked_source = case when revoked_at is null then null else 'START' end;
alter table opt_outs
  drop constraint opt_outs_pkey,
  alter column opt_out_id set not null,
  alter column said_by set not null,
  add primary key (organization_id, opt_out_id),
  add foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  add constraint opt_out_ends_with_a_source check ((revoked_at is null) = (revoked_source is null));
alter table opt_outs force row level security;

-- What is asked before every message, and what makes the second STOP no news.
create unique index opt_outs_one_standing on opt_outs (organization_id, channel, address) where revoked_at is null;
-- A list filtered by either reads a stretch of this for each combination that there can be.
create index opt_outs_by_kind on opt_outs (organization_id, channel, (revoked_at is null), opt_out_id);
create index opt_outs_by_address on opt_outs (organization_id, address, opt_out_id);
create index opt_outs_by_lifecycle on opt_outs (organization_id, lifecycle_number, opt_out_id);
create trigger opt_outs_lifecycle_number_immutable before update on opt_outs
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();

-- As in 0001, and with the group that pg-boss counts by: at most so many of one at a time.
drop function enqueue_task(text, jsonb, timestamptz, text);
create function enqueue_task(
  p_queue text, p_data jsonb, p_start_after timestamptz default null, p_singleton_key text default null,
  p_group_id text default null
) returns uuid
  language plpgsql volatile security definer as $$
declare
  v_start_after timestamptz := coalesce(p_start_after, pgboss.job_now());
  v_task_id uuid;
begin
  insert into pgboss.job (
    id, name, data, priority, start_after, created_on, singleton_key, expire_seconds, deletion_seconds,
    keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds, blocked, blocking, pending_dependencies, group_id)
  select
    gen_random_uuid(), q.name,
    p_data || jsonb_build_object('organization_id', public.current_organization_id()),
    0, v_start_after, pgboss.job_now(), p_singleton_key, q.expire_seconds, q.deletion_seconds,
    v_start_after + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds, false, false, 0, p_group_id
  from pgboss.queue q
  where q.name = p_queue
  on conflict do nothing
  returning id into v_task_id;
  return v_task_id;
end $$;
