import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONSOLE = join(import.meta.dirname, '..');

/** Ids of things of a company, by what they are. */
export interface Ids {
  number: string;
  job: string;
  invoice: string;
  estimate: string;
  import: string;
  playbook: string;
  run: string;
  endpoint: string;
  user: string;
  template: string;
  form: string;
  service: string;
  area: string;
  bookingPage: string;
  source: string;
}

/** For names of tests. */
export const PLACEHOLDERS: Ids = {
  number: '$number',
  job: '$job',
  invoice: '$invoice',
  estimate: '$estimate',
  import: '$import',
  playbook: '$playbook',
  run: '$run',
  endpoint: '$endpoint',
  user: '$user',
  template: '$template',
  form: '$form',
  service: '$service',
  area: '$area',
  bookingPage: '$bookingPage',
  source: '$source',
};

export interface ScreenToTest {
  /** As in `routes.tsx`. */
  route: string;
  /** Where it is; with ids of things if it shows one of them. */
  address: string | ((ids: Ids) => string);
  /** What a technician has there: the page itself, or who can give access. */
  technician: 'page' | 'refused';
  /** Whether it reads from the service, so that a read can fail. */
  isRead?: boolean;
}

const own = { technician: 'page' } as const;
const office = { technician: 'refused' } as const;
const SETTINGS = '/settings/{-$section}/{-$id}';

/** Every screen for signed-in users. A new one in `routes.tsx`, or a new section of the settings, needs a line here. */
export const SCREENS: readonly ScreenToTest[] = [
  { route: '/', address: '/', ...own },
  { route: '/n/$number', address: ({ number }) => `/n/${number}`, ...own },
  { route: '/my-day', address: '/my-day', ...own },
  { route: '/dispatch', address: '/dispatch', ...office },
  { route: '/calendar', address: '/calendar', ...office },
  { route: '/visits', address: '/visits', ...office },
  { route: '/leads', address: '/leads', ...office },
  { route: '/customers', address: '/customers', ...own },
  { route: '/imports', address: '/imports', ...office },
  { route: '/imports/$id', address: (ids) => `/imports/${ids.import}`, ...office },
  { route: '/jobs', address: '/jobs', ...own },
  { route: '/jobs/$id', address: ({ job }) => `/jobs/${job}`, ...own },
  { route: '/estimates', address: '/estimates', ...own },
  { route: '/estimates/$id', address: ({ estimate }) => `/estimates/${estimate}`, ...own },
  { route: '/invoices', address: '/invoices', ...own },
  { route: '/invoices/$id', address: ({ invoice }) => `/invoices/${invoice}`, ...own },
  { route: '/payments', address: '/payments', ...office },
  { route: '/claims', address: '/claims', ...office },
  { route: '/playbooks', address: '/playbooks', ...office },
  { route: '/playbooks/new', address: '/playbooks/new', ...office, isRead: false },
  { route: '/playbooks/$id', address: ({ playbook }) => `/playbooks/${playbook}`, ...office },
  {
    route: '/playbooks/$id/versions',
    address: ({ playbook }) => `/playbooks/${playbook}/versions`,
    ...office,
  },
  { route: '/playbooks/runs', address: '/playbooks/runs', ...office },
  { route: '/playbooks/runs/$run', address: ({ run }) => `/playbooks/runs/${run}`, ...office },
  { route: '/reports', address: '/reports', ...office },
  { route: '/reports', address: '/reports?view=sources', ...office },
  { route: '/developers', address: '/developers', ...office },
  {
    route: '/developers/endpoints/$id',
    address: ({ endpoint }) => `/developers/endpoints/${endpoint}`,
    ...office,
  },
  { route: '/developers/events', address: '/developers/events', ...office },
  { route: '/developers/tasks', address: '/developers/tasks', ...office },
  { route: SETTINGS, address: '/settings/organization', ...own },
  { route: SETTINGS, address: '/settings/hours', ...own },
  { route: SETTINGS, address: '/settings/people', ...own },
  { route: SETTINGS, address: ({ user }) => `/settings/people/${user}`, ...own },
  { route: SETTINGS, address: '/settings/teams', ...own },
  { route: SETTINGS, address: '/settings/services', ...own },
  { route: SETTINGS, address: ({ service }) => `/settings/services/${service}`, ...own },
  { route: SETTINGS, address: '/settings/areas', ...own },
  { route: SETTINGS, address: ({ area }) => `/settings/areas/${area}`, ...own },
  { route: SETTINGS, address: '/settings/capacity', ...own },
  { route: SETTINGS, address: '/settings/prices', ...own },
  { route: SETTINGS, address: '/settings/payments', ...office },
  { route: SETTINGS, address: '/settings/booking-pages', ...office },
  {
    route: SETTINGS,
    address: ({ bookingPage }) => `/settings/booking-pages/${bookingPage}`,
    ...office,
  },
  { route: SETTINGS, address: '/settings/sources', ...office },
  { route: SETTINGS, address: ({ source }) => `/settings/sources/${source}`, ...office },
  { route: SETTINGS, address: '/settings/spend', ...office },
  { route: SETTINGS, address: '/settings/channels', ...office },
  { route: SETTINGS, address: '/settings/templates', ...own },
  { route: SETTINGS, address: ({ template }) => `/settings/templates/${template}`, ...own },
  { route: SETTINGS, address: '/settings/forms', ...office },
  { route: SETTINGS, address: ({ form }) => `/settings/forms/${form}`, ...office },
  { route: SETTINGS, address: '/settings/opt-outs', ...office },
  { route: SETTINGS, address: '/settings/tokens', ...office },
  { route: SETTINGS, address: '/settings/data', ...office },
  { route: SETTINGS, address: '/settings/account', ...own },
];

/** Those before anyone is signed in. */
export const OPEN_SCREENS: readonly string[] = ['/setup', '/sign-in', '/invitation'];

/** Every address in `routes.tsx`, and every section of the settings. */
export function declaredScreens(): { routes: readonly string[]; sections: readonly string[] } {
  const pathsIn = (file: string, indent: string) => {
    const code = readFileSync(join(CONSOLE, file), 'utf8');
    const lines = code.matchAll(new RegExp(`^${indent}path: '([^']+)',$`, 'gm'));
    return [...lines].map(([, path = '']) => path);
  };
  return {
    routes: pathsIn('routes.tsx', ' {2}'),
    sections: pathsIn('features/settings/sections.ts', ' {4}'),
  };
}
