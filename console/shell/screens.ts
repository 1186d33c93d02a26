import type { Me } from '../../packages/sdk/src/index.ts';
import { mayI } from '../session/session.ts';
import * as text from '../text/en.ts';

export interface Screen {
  to: string;
  label: string;
  /** After `g`. */
  key: string;
  /** Any of these is enough. */
  scopes: readonly string[];
  /** Only for users who are sent to visits. */
  isForVisitors?: boolean;
}

/** In the order of the navigation. */
const SCREENS: readonly Screen[] = [
  {
    to: '/my-day',
    label: text.screens.myDay,
    key: 'm',
    scopes: ['appointments:own'],
    isForVisitors: true,
  },
  { to: '/', label: text.screens.inbox, key: 'i', scopes: ['leads:read'] },
  { to: '/dispatch', label: text.screens.dispatch, key: 'd', scopes: ['appointments:read'] },
  { to: '/calendar', label: text.screens.calendar, key: 'c', scopes: ['appointments:read'] },
  { to: '/leads', label: text.screens.leads, key: 'l', scopes: ['leads:read'] },
  {
    to: '/customers',
    label: text.screens.customers,
    key: 'u',
    scopes: ['customers:read', 'customers:own'],
  },
  { to: '/jobs', label: text.screens.jobs, key: 'j', scopes: ['jobs:read', 'jobs:own'] },
  { to: '/playbooks', label: text.screens.playbooks, key: 'p', scopes: ['playbooks:read'] },
  { to: '/reports', label: text.screens.reports, key: 'r', scopes: ['reports:read'] },
  {
    to: '/settings',
    label: text.screens.settings,
    key: 's',
    scopes: ['organization:write', 'templates:write'],
  },
  { to: '/developers', label: text.screens.developers, key: 'v', scopes: ['webhooks:read'] },
];

export function screensFor(me: Me): readonly Screen[] {
  return SCREENS.filter(
    ({ scopes, isForVisitors }) =>
      scopes.some((scope) => mayI(me, scope)) && (!isForVisitors || me.user?.takes_visits),
  );
}
