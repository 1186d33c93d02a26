import { hash } from 'node:crypto';
import { NO_BRAND, styleFor } from '../booking-pages/index.ts';

/** The style of booking pages, and that of tables. */
export const STYLE = `${styleFor(NO_BRAND).style}
table { width: 100%; margin: .5rem 0 1rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .5rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
td:first-child { overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; text-align: right; white-space: nowrap; }
tfoot th, tfoot td { border: 0; padding: .2rem .5rem .2rem 0; }
td .checkbox { align-items: center; }
details { margin-top: 1.25rem; }
summary { padding: .5rem 0; color: var(--accent); cursor: pointer; }
section { margin-top: 1.5rem; }
form.inline { margin: 0; }
`;

/** For the content security policy. */
export const STYLE_HASH = `sha256-${hash('sha256', STYLE, 'base64')}`;
