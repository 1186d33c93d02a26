-- Jobs: when one last went on after a hold, so that resuming it again is known to be no news.
alter table jobs add column resumed_at timestamptz;

-- What somebody has to do now is few among all that they ever did.
create index jobs_by_assignee_and_status on jobs (organization_id, assigned_to, status, job_id)
  where assigned_to is not null;

-- The claims of the whole organization, all of them or those that are open.
create index warranty_claims_by_status on warranty_claims (organization_id, status, claim_id);
