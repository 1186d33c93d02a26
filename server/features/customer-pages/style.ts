import { NO_BRAND } from '../../domain/brand.ts';
import { styleFor } from '../booking-pages/index.ts';
import type { OrganizationRow } from '../organizations/index.ts';

/** What the pages have that booking pages do not. */
const MORE = `
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
canvas { display: block; width: 100%; max-width: 100%; background: #fff; border: 1px solid var(--line); border-radius: .4rem; touch-action: none; }
`;

/** The style of booking pages in the color of the company, and that of tables. */
export function pageStyle({ brand_color }: Pick<OrganizationRow, 'brand_color'>): string {
  return styleFor({ ...NO_BRAND, color: brand_color }).style + MORE;
}
