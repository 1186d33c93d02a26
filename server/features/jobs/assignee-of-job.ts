/** For SQL of other features: the user that a job is assigned to. Read per row, so the order of the list stays. */
export const assigneeOfJob = (jobId: string) =>
  `(select j.assigned_to from jobs j where j.organization_id = $1 and j.job_id = ${jobId} limit 1)`;
