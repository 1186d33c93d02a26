/** For SQL of other features: the source of the lead with a lifecycle number. Read per row, so the order of the list stays. */
export const sourceOfLead = (lifecycleNumber: string) =>
  `(select l.source from leads l
    where l.organization_id = $1 and l.lifecycle_number = ${lifecycleNumber} limit 1)`;
