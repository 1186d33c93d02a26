import type { NewOrganizationDefault } from './features/organizations/index.ts';
import { installReadyPlaybooks } from './features/playbooks/index.ts';

/** What a new organization starts with, one per line. */
export const newOrganizationDefaults: readonly NewOrganizationDefault[] = [installReadyPlaybooks];
