/**
 * What waits for a person, as conditions in SQL. Each has a partial index with the same condition (migration 0024), or
 * is a range of one: a change here needs a new index.
 */

/** A lead that no person has contacted, or whose likely duplicate no person has decided about. */
export function leadWaits(l: string): string {
  return `${l}.deleted_at is null and ${l}.merged_into is null and ${l}.erasure_id is null
     and ${l}.outcome is null and ${l}.status in ('new', 'qualified')
     and (${l}.first_contacted_at is null or (${hasUndecidedDuplicate(l)}))`;
}

/** Merging, attaching, converting or dismissing decides. */
export function hasUndecidedDuplicate(l: string): string {
  return `${l}.duplicate_of is not null and ${l}.duplicate_dismissed_at is null and ${l}.customer_id is null`;
}

/** A message that no person has answered, or that could not be sent. */
export function waitingMessage(c: string): string {
  return `${c}.settled_at is null and ${c}.kind = 'message' and ${c}.lifecycle_number is not null
     and (${c}.direction = 'inbound' or (${c}.direction = 'outbound'
       and (${c}.status in ('failed', 'unknown') or (${c}.status = 'not_sent' and ${c}.message_key is null))))`;
}

/** A call or task whose time has come. */
export function dueWork(f: string): string {
  return `${f}.channel in ('call', 'task') and ${f}.status = 'due'`;
}
