import { calendar } from './en/calendar.ts';
import { customers } from './en/customers.ts';
import { developers } from './en/developers.ts';
import { dispatch } from './en/dispatch.ts';
import { eventTypes } from './en/event-types.ts';
import { imports } from './en/imports.ts';
import { inbox } from './en/inbox.ts';
import { invoices } from './en/invoices.ts';
import { job } from './en/job.ts';
import { jobs } from './en/jobs.ts';
import { leads } from './en/leads.ts';
import { myDay } from './en/my-day.ts';
import { newLead } from './en/new-lead.ts';
import { number } from './en/number.ts';
import { playbooks } from './en/playbooks.ts';
import { reports } from './en/reports.ts';
import { savedViews } from './en/saved-views.ts';
import { session } from './en/session.ts';
import { settings } from './en/settings.ts';
import { visits } from './en/visits.ts';
import { words } from './en/words.ts';

/** Every text that people read: a plain text, or a function of what it mentions. One file per screen. */
export const text = {
  product: 'Throughline',
  unreachable: 'The service does not respond. Check your connection, then try again.',
  problems: {
    storage_full:
      'Nothing was saved, because the service has no space left. Tell the person who runs it, and try again later. What you typed is still here.',
    database_unavailable:
      'Nothing was saved, because the service cannot reach its data. Try again in a minute. What you typed is still here.',
  },
  copy: 'Copy',
  copied: 'Copied.',
  copyOf: (what: string) => `Copy ${what}`,
  copyRequestId: 'Copy request id',
  working: 'One moment …',
  loading: 'Loading …',
  tryAgain: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  nothingFound: 'Nothing found. Try another word.',
  find: 'Find',
  keys: 'Keyboard shortcuts',
  lettersOn: 'Single letters are shortcuts',
  switchTheme: 'Light or dark',
  skipToContent: 'Skip to the content',
  showMore: 'Show more',
  noAccess: 'You do not have access to this page. The owner of your company can change your role.',
  notFound: 'There is nothing at this address.',
  offlineSince: (time: string) => `Offline since ${time}. You see what was there before.`,

  screens: {
    inbox: 'Inbox',
    leads: 'Leads',
    dispatch: 'Dispatch',
    calendar: 'Calendar',
    customers: 'Customers',
    jobs: 'Jobs',
    playbooks: 'Playbooks',
    reports: 'Reports',
    settings: 'Settings',
    developers: 'Developers',
    myDay: 'My day',
  },
  palette: {
    label: 'A name, a phone number, a lifecycle number, a screen …',
    nothing: 'Nothing found. Try a part of the name or of the phone number.',
    screen: 'Screen',
    action: 'Action',
    kinds: {
      lifecycle: 'Number',
      customer: 'Customer',
      lead: 'Lead',
      job: 'Job',
      invoice: 'Invoice',
    },
  },

  ...session,
  dispatch,
  developers,
  eventTypes,
  calendar,
  customers,
  imports,
  invoices,
  job,
  jobs,
  inbox,
  leads,
  myDay,
  newLead,
  number,
  settings,
  playbooks,
  reports,
  savedViews,
  visits,
  words,
};
