import type { Page } from 'playwright-core';
import type { DemoService } from './demo-service.ts';

/** A picture of a screen for `docs/console/`. */
export interface Picture {
  name: string;
  address(demo: DemoService): Promise<string> | string;
  isAlsoDark?: boolean;
  /** How much of the page is shown, in pixels, if not all. */
  height?: number;
  /** The owner, if it is not a technician with a phone, or someone who has not signed in. */
  by?: 'technician' | 'stranger';
  /** What is opened or scrolled before. */
  prepare?(page: Page): Promise<void>;
}

const at = (address: string) => () => address;
/** The first thing of a list. */
const first =
  (list: string, field: string, page: string) =>
  async ({ api }: DemoService) => {
    const { body } = await api.get(list);
    return `${page}/${body.data[0][field]}`;
  };

/** From the first visits of the day. */
async function showWorkingDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.getByRole('region', { name: /^Board/ }).evaluate((board) => board.scrollBy(100, 0));
  await page.mouse.move(0, 0);
}

async function findSomeone(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('mar');
  await page.getByRole('option').nth(1).waitFor();
}

const settings = (...sections: string[]): Picture[] =>
  sections.map((section) => ({
    name: `settings-${section}`,
    address: at(`/settings/${section}`),
  }));

export const PICTURES: readonly Picture[] = [
  { name: 'inbox', address: at('/'), isAlsoDark: true },
  {
    name: 'number',
    address: first('/v1/jobs?status=scheduled', 'lifecycle_number', '/n'),
    height: 560,
  },
  { name: 'dispatch', address: at('/dispatch'), isAlsoDark: true, prepare: showWorkingDay },
  { name: 'palette', address: at('/dispatch'), prepare: findSomeone },
  { name: 'calendar', address: at('/calendar') },
  { name: 'visits', address: at('/visits') },
  { name: 'leads', address: at('/leads') },
  { name: 'customers', address: at('/customers') },
  { name: 'imports', address: at('/imports') },
  { name: 'estimate', address: first('/v1/estimates?status=viewed', 'estimate_id', '/estimates') },
  { name: 'jobs', address: at('/jobs') },
  { name: 'job', address: first('/v1/jobs?status=in_progress', 'job_id', '/jobs') },
  { name: 'invoices', address: at('/invoices') },
  {
    name: 'invoice',
    address: first('/v1/invoices?status=partially_paid', 'invoice_id', '/invoices'),
  },
  { name: 'claims', address: at('/claims') },
  { name: 'playbooks', address: at('/playbooks') },
  { name: 'playbook', address: first('/v1/playbooks?enabled=true', 'playbook_id', '/playbooks') },
  {
    name: 'playbook-run',
    address: first('/v1/playbook-runs?status=completed', 'run_id', '/playbooks/runs'),
  },
  { name: 'reports', address: at('/reports') },
  { name: 'reports-revenue', address: at('/reports?view=revenue') },
  { name: 'reports-sources', address: at('/reports?view=sources') },
  { name: 'reports-utilization', address: at('/reports?view=utilization') },
  ...settings('organization', 'hours', 'people', 'teams', 'channels', 'templates', 'forms'),
  ...settings('services', 'areas', 'capacity', 'prices', 'payments', 'booking-pages'),
  ...settings('sources', 'spend'),
  ...settings('opt-outs', 'tokens', 'data', 'account'),
  {
    name: 'settings-template',
    address: first('/v1/templates', 'template_id', '/settings/templates'),
  },
  { name: 'developers', address: at('/developers/events') },
  { name: 'endpoints', address: at('/developers') },
  { name: 'sign-in', address: at('/'), by: 'stranger' },
  { name: 'my-day', address: at('/my-day'), by: 'technician' },
];
