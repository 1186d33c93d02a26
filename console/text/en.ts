/**
 * Every text that people read: a plain text, or a function of what it mentions. One file per screen. Import it as
 * `* as text`: then each file is loaded with the screens that use it, and not with the first one.
 */
export { calendar } from './en/calendar.ts';
export * from './en/common.ts';
export { customers } from './en/customers.ts';
export { developers } from './en/developers.ts';
export { dispatch } from './en/dispatch.ts';
export { estimates } from './en/estimates.ts';
export { eventTypes } from './en/event-types.ts';
export { imports } from './en/imports.ts';
export { inbox } from './en/inbox.ts';
export { invoices } from './en/invoices.ts';
export { job } from './en/job.ts';
export { jobs } from './en/jobs.ts';
export { leads } from './en/leads.ts';
export { links } from './en/links.ts';
export { myDay } from './en/my-day.ts';
export { newLead } from './en/new-lead.ts';
export { number } from './en/number.ts';
export { outbox } from './en/outbox.ts';
export { payments } from './en/payments.ts';
export { places } from './en/places.ts';
export { playbooks } from './en/playbooks.ts';
export { quarantine } from './en/quarantine.ts';
export { reports } from './en/reports.ts';
export { savedViews } from './en/saved-views.ts';
export { sendDocument } from './en/send-document.ts';
export * from './en/session.ts';
export { settings } from './en/settings.ts';
export { visitList } from './en/visit-list.ts';
export { visits } from './en/visits.ts';
export { words } from './en/words.ts';
