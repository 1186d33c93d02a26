import { createHash } from 'node:crypto';
import { DEFAULT_WORKING_HOURS } from '../../domain/working-hours.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';
import { HEADER } from './file-format.ts';

const LINES = [
  {
    type: 'header',
    data: {
      ...HEADER,
      organization_id: 'organization_01h455vb4pex5vsknk084sn02q',
      organization_name: 'Alder Heating & Air',
      exported_at: '2027-03-01T17:00:00.000Z',
      event_seq: 0,
    },
  },
  {
    type: 'organization',
    data: {
      name: 'Alder Heating & Air',
      time_zone: 'America/Los_Angeles',
      country: 'US',
      currency: 'USD',
      qualification_policy: 'auto',
      working_hours: DEFAULT_WORKING_HOURS,
      minimum_notice_minutes: 0,
      buffer_minutes: 0,
      step_minutes: 30,
      horizon_days: 365,
      arrival_window_minutes: null,
      travel_speed_kmh: null,
      travel_base_minutes: null,
      arrival_window_aligned: true,
      quiet_allowed_from: '08:00',
      quiet_allowed_until: '21:00',
      text_countries: null,
      texts_per_hour: 200,
      texts_per_day: 1_000,
      texts_per_number_per_hour: 10,
      texts_per_number_per_day: 30,
      phone: null,
      address: null,
      tax_id: null,
      logo_file_id: null,
      language: 'en',
      messages_per_person_per_day: 6,
      customer_changes_allowed: true,
      customer_changes_until_hours: 24,
      payment_instructions: null,
      brand_color: null,
    },
  },
];

/** A file with its last line: counts, sums of an organization without invoices, and the hash. */
export function fileOf(lines: readonly { type: string; data: unknown }[]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const counts = Object.fromEntries(
    EXPORTED_TABLES.map(({ type }) => [type, lines.filter((line) => line.type === type).length]),
  );
  const sums = { invoiced: {}, paid: {}, payments: {}, refunds: {} };
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ type: 'end', data: { counts, sums, sha256 } })}\n`;
}

/** The smallest file: an organization with settings only. */
export const EXAMPLE_FILE = fileOf(LINES);
