import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Me } from '../../../packages/sdk/src/index.ts';
import { mayI } from '../../session/session.ts';
import * as text from '../../text/en.ts';

export interface SectionProps {
  me: Me;
  /** What is open in the section, after its path; undefined for the list. */
  id: string | undefined;
}

export interface Section {
  path: string;
  label: string;
  group: string;
  /** Any of these is enough; none for everyone. */
  scopes: readonly string[];
  Page: LazyExoticComponent<ComponentType<SectionProps>>;
}

const { sections, groups } = text.settings;

/** In the order of the navigation. Each is loaded when it is opened. */
const SECTIONS: readonly Section[] = [
  {
    path: 'organization',
    label: sections.organization,
    group: groups.company,
    scopes: ['organization:read'],
    Page: lazy(() => import('./organization/organization.tsx')),
  },
  {
    path: 'hours',
    label: sections.hours,
    group: groups.company,
    scopes: ['organization:read'],
    Page: lazy(() => import('./hours/hours.tsx')),
  },
  {
    path: 'people',
    label: sections.people,
    group: groups.company,
    scopes: ['users:read'],
    Page: lazy(() => import('./people/people.tsx')),
  },
  {
    path: 'teams',
    label: sections.teams,
    group: groups.company,
    scopes: ['teams:read'],
    Page: lazy(() => import('./teams/teams.tsx')),
  },
  {
    path: 'services',
    label: sections.services,
    group: groups.work,
    scopes: ['services:read'],
    Page: lazy(() => import('./services/services.tsx')),
  },
  {
    path: 'areas',
    label: sections.areas,
    group: groups.work,
    scopes: ['services:read'],
    Page: lazy(() => import('./areas/areas.tsx')),
  },
  {
    path: 'capacity',
    label: sections.capacity,
    group: groups.work,
    scopes: ['services:read'],
    Page: lazy(() => import('./capacity/capacity.tsx')),
  },
  {
    path: 'prices',
    label: sections.prices,
    group: groups.work,
    scopes: ['price_items:read'],
    Page: lazy(() => import('./prices/prices.tsx')),
  },
  {
    path: 'payments',
    label: sections.payments,
    group: groups.work,
    scopes: ['payment_providers:read'],
    Page: lazy(() => import('./payments/payments.tsx')),
  },
  {
    path: 'forms',
    label: sections.forms,
    group: groups.leads,
    scopes: ['forms:read'],
    Page: lazy(() => import('./forms/forms.tsx')),
  },
  {
    path: 'booking-pages',
    label: sections.bookingPages,
    group: groups.leads,
    scopes: ['forms:read'],
    Page: lazy(() => import('./booking-pages/booking-pages.tsx')),
  },
  {
    path: 'sources',
    label: sections.sources,
    group: groups.leads,
    scopes: ['sources:read'],
    Page: lazy(() => import('./sources/sources.tsx')),
  },
  {
    path: 'spend',
    label: sections.spend,
    group: groups.leads,
    scopes: ['spend:read'],
    Page: lazy(() => import('./spend/spend.tsx')),
  },
  {
    path: 'channels',
    label: sections.channels,
    group: groups.messages,
    scopes: ['channels:read'],
    Page: lazy(() => import('./channels/channels.tsx')),
  },
  {
    path: 'templates',
    label: sections.templates,
    group: groups.messages,
    scopes: ['templates:read'],
    Page: lazy(() => import('./templates/templates.tsx')),
  },
  {
    path: 'opt-outs',
    label: sections.optOuts,
    group: groups.messages,
    scopes: ['communications:read'],
    Page: lazy(() => import('./opt-outs/opt-outs.tsx')),
  },
  {
    path: 'tokens',
    label: sections.tokens,
    group: groups.system,
    scopes: ['tokens:read'],
    Page: lazy(() => import('./tokens/tokens.tsx')),
  },
  {
    path: 'data',
    label: sections.data,
    group: groups.system,
    scopes: ['exports:write', 'organization:write'],
    Page: lazy(() => import('./data/data.tsx')),
  },
  {
    path: 'account',
    label: sections.account,
    group: groups.you,
    scopes: [],
    Page: lazy(() => import('./account/account.tsx')),
  },
];

export function sectionsFor(me: Me): readonly Section[] {
  return SECTIONS.filter(
    ({ scopes }) => scopes.length === 0 || scopes.some((scope) => mayI(me, scope)),
  );
}
