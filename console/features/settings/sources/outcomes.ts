import type { BadgeLook } from '../../../ui/badge.tsx';

/** How it is shown what became of something that arrived. */
export const LOOKS: Readonly<Record<string, BadgeLook>> = {
  captured: 'ok',
  released: 'ok',
  attached: 'ok',
  pending: 'accent',
  quarantined: 'warn',
};
