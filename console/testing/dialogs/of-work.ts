import { dialog, menu, type Place } from './dialog.ts';
import {
  button,
  chooseFile,
  firstOption,
  goOffline,
  item,
  key,
  letters,
  restOnLane,
  type,
  usePhone,
} from './press.ts';

const VIEWS = 'saved-views/saved-views';
const PANEL = 'features/dispatch/visit-panel';
const CLAIMS = 'features/job/claim-dialogs';
const QUARANTINE = 'features/inbox/quarantine-dialogs';
const IN_QUARANTINE = button(/^Quarantine/);
const PROPERTY = 'features/places/property-form';
const MACHINE = 'features/places/machine-form';
const ESTIMATE = 'features/estimates/estimate-actions';
const LINKS = 'features/links/links-dialog';
const LINK = 'Link for the customer';
const CSV = 'name,phone,service_needed,favorite color\nJon Park,+14155550178,ac_repair,blue\n';

/** What opens over the screens of every day. */
export const DIALOGS_OF_WORK: readonly Place[] = [
  {
    at: '/',
    dialogs: [
      dialog('shell/palette', 'Find', button(/^Find/)),
      dialog('features/new-lead/new-lead', 'New lead', key('n')),
      dialog('features/inbox/snooze-dialog', /^Snooze: /, key('h')),
      dialog('features/leads/assign-lead', /^Assign: /, key('a')),
      menu('shell/user-menu-items', 'Olga Alder'),
      dialog(
        'shell/key-list',
        'Keyboard shortcuts',
        button('Olga Alder'),
        item('Keyboard shortcuts'),
      ),
    ],
  },
  {
    at: '/',
    dialogs: [
      dialog(QUARANTINE, /^Create a lead from /, IN_QUARANTINE, button('Create a lead')),
      dialog(QUARANTINE, /^What Partner sent/, IN_QUARANTINE, button('Look at it')),
      dialog(QUARANTINE, /^Discard what /, IN_QUARANTINE, button('Discard')),
    ],
  },
  {
    at: ({ number }) => `/n/${number}`,
    dialogs: [
      dialog('features/number/booking', 'Book a visit', button('Book a visit')),
      dialog('features/number/booking', 'Book a visit', button('Book a visit'), firstOption),
      dialog('features/job/new-job', /^New job for /, button('New job')),
      menu('features/number/lead-actions', 'More actions'),
      dialog(
        'features/number/lose-lead',
        /^Mark as lost: /,
        button('More actions'),
        item('Mark as lost'),
      ),
      dialog('features/number/edit-contact', 'Edit the contact', button('Edit', 'Contact')),
      dialog(
        'features/number/edit-origin',
        'Edit where it came from',
        button('Edit', 'Where it came from'),
      ),
      dialog(PROPERTY, /^New property of /, button('Add a property')),
      dialog(PROPERTY, 'Edit 1418 Alder St', button('Edit 1418 Alder St')),
      dialog(MACHINE, /^New machine in /, button('Add a machine to 1418 Alder St')),
      dialog(MACHINE, 'Edit Water heater', button('Edit Water heater')),
      dialog('features/places/machine-dialog', 'Water heater', button('Water heater')),
      dialog(LINKS, LINK, button(/^Link for the customer, visit of /)),
      dialog('features/estimates/new-estimate', /^New estimate for /, button('New estimate')),
    ],
  },
  {
    at: '/my-day',
    who: 'technician',
    dialogs: [
      dialog('features/my-day/collect-dialog', 'Collect $129.00', button('Collect')),
      dialog(
        'offline/sent-state',
        'Not sent yet',
        goOffline,
        type('Note', 'Valve is rusty'),
        button('Add a note'),
        button('1 waiting'),
      ),
    ],
  },
  {
    at: '/dispatch',
    isOtherOnPhone: true,
    dialogs: [
      dialog(PANEL, 'Carla Novotny', button(/^Carla Novotny/)),
      dialog(PANEL, 'Sam Ortiz', button(/^Sam Ortiz/), button('Who could take it?')),
      dialog(PANEL, 'Sam Ortiz', button(/^Sam Ortiz/), button('Change the place')),
      dialog(PANEL, 'Carla Novotny', button(/^Carla Novotny/), button(LINK)),
      menu('features/dispatch/lane-names', 'Dmitri Volkov More'),
      dialog(
        'features/dispatch/out-today',
        'Dmitri Volkov is out',
        button('Dmitri Volkov More'),
        item('Out this day'),
      ),
      menu('features/dispatch/plan-day', 'Plan this day'),
      dialog(
        'features/dispatch/plan-day',
        /^Bad weather on /,
        button('Plan this day'),
        item('Bad weather'),
      ),
      dialog(
        'features/dispatch/plan-day',
        'Make room for Sam Ortiz',
        button(/^Sam Ortiz/),
        button('Make room on this day'),
      ),
      dialog('features/dispatch/book-at', /^Book Dmitri Volkov/, restOnLane, button(/^Book/)),
      dialog(
        'features/dispatch/book-at',
        /^Book Dmitri Volkov/,
        restOnLane,
        button(/^Book/),
        letters('carla'),
        firstOption,
      ),
    ],
  },
  { at: '/dispatch', dialogs: [menu('features/dispatch/person-picker', /More$/, usePhone)] },
  { at: '/calendar', dialogs: [dialog(PANEL, 'Carla Novotny', button(/Carla Novotny/))] },
  {
    at: '/customers',
    dialogs: [
      menu(VIEWS, 'Views'),
      dialog(VIEWS, 'Save this view', button('Views'), item('Save this view')),
      dialog(
        VIEWS,
        'Delete a view',
        button('Views'),
        item('Save this view'),
        type('Name of the view', 'Everyone'),
        button('Save'),
        button('Views'),
        item('Delete a view'),
      ),
      dialog(
        'features/imports/import-dialog',
        'Import leads from a file',
        button('Import leads'),
        chooseFile('File', CSV),
      ),
    ],
  },
  { at: '/jobs', dialogs: [menu('features/jobs/card', /^Steps for /)] },
  {
    at: ({ job }) => `/jobs/${job}`,
    dialogs: [
      dialog('features/job/edit-job', 'Edit the job', button('Edit')),
      menu('features/job/job-actions', 'More steps'),
      dialog('features/jobs/use-steps', /^Schedule: /, button('Schedule')),
      dialog('features/jobs/use-steps', /^Pause: /, button('More steps'), item('Pause')),
      dialog('features/jobs/use-steps', /^Cancel: /, button('More steps'), item('Cancel the job')),
      dialog('features/job/visits', 'Book a visit', button('Book a visit')),
      dialog(
        'features/job/visits',
        'Book a visit',
        button('Book a visit'),
        button('Show open times'),
        button('Add another day'),
      ),
      dialog('features/job/new-attachment', 'Link a file', button('Link a file')),
      dialog('features/job/job-invoices', /^New invoice: /, button('New invoice')),
    ],
  },
  {
    at: ({ startedJob }) => `/jobs/${startedJob}`,
    dialogs: [dialog('features/jobs/step-dialogs', /^Complete: /, button('Complete'))],
  },
  {
    at: ({ warrantyJob }) => `/jobs/${warrantyJob}`,
    dialogs: [
      dialog(CLAIMS, 'Open a warranty claim', button('Open a claim')),
      dialog(CLAIMS, 'Close the warranty claim', button('Close the claim')),
      dialog(CLAIMS, 'Book a visit for the claim', button('Book a visit', 'Warranty')),
    ],
  },
  {
    at: ({ estimate }) => `/estimates/${estimate}`,
    dialogs: [
      dialog(ESTIMATE, /^Edit estimate /, button('Edit')),
      dialog('features/estimates/send-dialog', /^Send estimate /, button('Send')),
    ],
  },
  {
    at: ({ sentEstimate }) => `/estimates/${sentEstimate}`,
    dialogs: [
      dialog('features/estimates/accept-dialog', /^Accept estimate /, button('Accept')),
      menu(ESTIMATE, 'More actions'),
      dialog(LINKS, LINK, button('More actions'), item(LINK)),
      dialog(ESTIMATE, /^Revise estimate /, button('More actions'), item('Revise')),
      dialog(
        'features/estimates/decline-dialog',
        /^Decline estimate /,
        button('More actions'),
        item('Decline'),
      ),
    ],
  },
  {
    at: ({ invoice }) => `/invoices/${invoice}`,
    dialogs: [
      dialog('features/invoices/invoice-actions', /^Edit invoice /, button('Edit')),
      dialog('features/invoices/send-dialog', /^Send invoice /, button('Send')),
    ],
  },
  {
    at: ({ sentInvoice }) => `/invoices/${sentInvoice}`,
    dialogs: [
      dialog('features/invoices/payment-dialog', /^Payment for /, button('Record a payment')),
      menu('features/invoices/invoice-actions', 'More actions'),
      dialog(LINKS, LINK, button('More actions'), item(LINK)),
      dialog('features/invoices/void-dialog', /^Void /, button('More actions'), item('Void')),
    ],
  },
  {
    at: ({ paidInvoice }) => `/invoices/${paidInvoice}`,
    dialogs: [
      dialog(
        'features/invoices/refund-dialog',
        /^Refund of /,
        button('More actions'),
        item('Refund'),
      ),
    ],
  },
  {
    at: '/payments',
    dialogs: [
      dialog('features/invoices/match-payment', 'Payment of $5.00', button(/^Put on an invoice/)),
    ],
  },
];
