export * as inboxEvents from './events.ts';
export { getInboxSummary } from './get-inbox-summary.ts';
export { listInbox } from './list-inbox.ts';
export { updateInboxItem } from './update-inbox-item.ts';
