import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { readDeliverySearch, readLogSearch } from './features/developers/search.ts';
import { Home } from './features/home/home.tsx';
import { readInboxSearch } from './features/inbox/search.ts';
import { readInvoiceSearch } from './features/invoices/search.ts';
import { readLeadSearch } from './features/leads/search.ts';
import {
  readNewSearch,
  readPlaybooksSearch,
  readRunSearch,
} from './features/playbooks/run-search.ts';
import { readReportSearch } from './features/reports/range.ts';
import { readVisitSearch } from './features/visit-list/search.ts';
import { SignedInOnly } from './session/signed-in-only.tsx';
import { NotFound } from './shell/not-found.tsx';
import { loadNext } from './ui/later.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Everything that needs a user. */
const office = createRoute({
  getParentRoute: () => root,
  id: 'office',
  component: () => (
    <SignedInOnly>
      <Outlet />
    </SignedInOnly>
  ),
});

const inbox = createRoute({
  getParentRoute: () => office,
  path: '/',
  validateSearch: readInboxSearch,
  component: Home,
});
const loadNumberPage = () => import('./features/number/number-page.tsx');
loadNext(loadNumberPage);
const number = createRoute({
  getParentRoute: () => office,
  path: '/n/$number',
  component: lazyRouteComponent(loadNumberPage, 'NumberPage'),
});
const myDay = createRoute({
  getParentRoute: () => office,
  path: '/my-day',
  component: lazyRouteComponent(() => import('./features/my-day/my-day.tsx'), 'MyDayScreen'),
});
const dispatch = createRoute({
  getParentRoute: () => office,
  path: '/dispatch',
  component: lazyRouteComponent(() => import('./features/dispatch/dispatch.tsx'), 'Dispatch'),
});

const settings = createRoute({
  getParentRoute: () => office,
  path: '/settings/{-$section}/{-$id}',
  component: lazyRouteComponent(() => import('./features/settings/settings.tsx'), 'Settings'),
});
const calendar = createRoute({
  getParentRoute: () => office,
  path: '/calendar',
  component: lazyRouteComponent(() => import('./features/calendar/calendar.tsx'), 'Calendar'),
});
const visits = createRoute({
  getParentRoute: () => office,
  path: '/visits',
  validateSearch: readVisitSearch,
  component: lazyRouteComponent(() => import('./features/visit-list/visit-list.tsx'), 'VisitList'),
});
const leads = createRoute({
  getParentRoute: () => office,
  path: '/leads',
  validateSearch: readLeadSearch,
  component: lazyRouteComponent(() => import('./features/leads/leads.tsx'), 'Leads'),
});
const playbooks = createRoute({
  getParentRoute: () => office,
  path: '/playbooks',
  validateSearch: readPlaybooksSearch,
  component: lazyRouteComponent(
    () => import('./features/playbooks/playbook-list.tsx'),
    'PlaybookList',
  ),
});
const newPlaybook = createRoute({
  getParentRoute: () => office,
  path: '/playbooks/new',
  validateSearch: readNewSearch,
  component: lazyRouteComponent(
    () => import('./features/playbooks/new-playbook-page.tsx'),
    'NewPlaybookPage',
  ),
});
const playbook = createRoute({
  getParentRoute: () => office,
  path: '/playbooks/$id',
  component: lazyRouteComponent(
    () => import('./features/playbooks/playbook-page.tsx'),
    'PlaybookPage',
  ),
});
const playbookVersions = createRoute({
  getParentRoute: () => office,
  path: '/playbooks/$id/versions',
  component: lazyRouteComponent(() => import('./features/playbooks/versions.tsx'), 'Versions'),
});
const playbookRuns = createRoute({
  getParentRoute: () => office,
  path: '/playbooks/runs',
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('./features/playbooks/runs.tsx'), 'Runs'),
});
const playbookRun = createRoute({
  getParentRoute: () => office,
  path: '/playbooks/runs/$run',
  component: lazyRouteComponent(() => import('./features/playbooks/run-page.tsx'), 'RunPage'),
});
const developers = createRoute({
  getParentRoute: () => office,
  path: '/developers',
  component: lazyRouteComponent(() => import('./features/developers/endpoints.tsx'), 'Endpoints'),
});
const endpoint = createRoute({
  getParentRoute: () => office,
  path: '/developers/endpoints/$id',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(
    () => import('./features/developers/endpoint-page.tsx'),
    'EndpointPage',
  ),
});
const eventLog = createRoute({
  getParentRoute: () => office,
  path: '/developers/events',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./features/developers/event-log.tsx'), 'EventLog'),
});
const failedTasks = createRoute({
  getParentRoute: () => office,
  path: '/developers/tasks',
  component: lazyRouteComponent(
    () => import('./features/developers/failed-tasks.tsx'),
    'FailedTasks',
  ),
});
const reports = createRoute({
  getParentRoute: () => office,
  path: '/reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./features/reports/reports.tsx'), 'Reports'),
});
const customers = createRoute({
  getParentRoute: () => office,
  path: '/customers',
  component: lazyRouteComponent(() => import('./features/customers/customers.tsx'), 'Customers'),
});
const imports = createRoute({
  getParentRoute: () => office,
  path: '/imports',
  component: lazyRouteComponent(() => import('./features/imports/imports.tsx'), 'Imports'),
});
const importPage = createRoute({
  getParentRoute: () => office,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('./features/imports/import-page.tsx'), 'ImportPage'),
});
const jobs = createRoute({
  getParentRoute: () => office,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./features/jobs/jobs.tsx'), 'Jobs'),
});
const job = createRoute({
  getParentRoute: () => office,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('./features/job/job-page.tsx'), 'JobPage'),
});
const invoices = createRoute({
  getParentRoute: () => office,
  path: '/invoices',
  validateSearch: readInvoiceSearch,
  component: lazyRouteComponent(() => import('./features/invoices/invoices.tsx'), 'Invoices'),
});
const invoice = createRoute({
  getParentRoute: () => office,
  path: '/invoices/$id',
  component: lazyRouteComponent(
    () => import('./features/invoices/invoice-page.tsx'),
    'InvoicePage',
  ),
});
const payments = createRoute({
  getParentRoute: () => office,
  path: '/payments',
  component: lazyRouteComponent(
    () => import('./features/invoices/payment-list.tsx'),
    'PaymentList',
  ),
});
const estimates = createRoute({
  getParentRoute: () => office,
  path: '/estimates',
  component: lazyRouteComponent(
    () => import('./features/estimates/estimate-list.tsx'),
    'EstimateList',
  ),
});
const estimate = createRoute({
  getParentRoute: () => office,
  path: '/estimates/$id',
  component: lazyRouteComponent(
    () => import('./features/estimates/estimate-page.tsx'),
    'EstimatePage',
  ),
});
const claims = createRoute({
  getParentRoute: () => office,
  path: '/claims',
  component: lazyRouteComponent(() => import('./features/jobs/claims.tsx'), 'Claims'),
});
/** What was offered and sold: customers, estimates, jobs, invoices, payments. */
const sales = [
  customers,
  imports,
  importPage,
  jobs,
  job,
  estimates,
  estimate,
  invoices,
  invoice,
  payments,
  claims,
] as const;

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./session/set-up.tsx'), 'SetUp'),
});
const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./session/link-page.tsx'), 'LinkPage'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./session/invitation.tsx'), 'Invitation'),
});

export const router = createRouter({
  // The scripts of a screen are loaded when the pointer or the focus is on its link.
  defaultPreload: 'intent',
  routeTree: root.addChildren([
    office.addChildren([
      inbox,
      number,
      myDay,
      dispatch,
      calendar,
      visits,
      leads,
      ...sales,
      playbooks,
      newPlaybook,
      playbook,
      playbookVersions,
      playbookRuns,
      playbookRun,
      reports,
      settings,
      developers,
      endpoint,
      eventLog,
      failedTasks,
    ]),
    setUp,
    signInLink,
    invitation,
  ]),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
