export { captureLead } from './capture-lead.ts';
export { deleteLead } from './delete-lead.ts';
export * as leadEvents from './events.ts';
export { listLeads } from './list-leads.ts';
export { readLead } from './read-lead.ts';
