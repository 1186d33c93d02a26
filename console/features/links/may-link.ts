import type { Me } from '../../../packages/sdk/src/index.ts';
import { NEEDS } from '../../../server/features/links/link.ts';
import { mayI } from '../../session/session.ts';

/** What a link opens. */
export interface LinkTarget {
  purpose: 'visit' | 'estimate' | 'invoice';
  id: string;
}

/** Whether the user can give customers such a link: what its holder can do, the user must be able to do, too. */
export function mayLink(me: Me, purpose: LinkTarget['purpose']): boolean {
  const needs = [['links:write', 'links:own'], ...NEEDS[purpose]];
  return needs.every((group) => group.some((scope) => mayI(me, scope)));
}
