import type { Rendered } from '../../../../server/platform/sandbox/jobs.ts';
import { readText, renderText } from '../../../../server/platform/sandbox/liquid-engine.ts';

/** Someone who asked, became a customer and has an estimate, a visit, a job and an invoice. */
const EXAMPLE = {
  lead: {
    lead_id: 'ld_example',
    lifecycle_number: '100042-7',
    name: 'Dana Whitfield',
    phone: '+14155550134',
    email: 'dana@example.com',
    source: 'web_form',
    service_needed: 'water_heater_repair',
    address: '12 Alder Street',
    notes: 'The gate code is 4711.',
    status: 'qualified',
  },
  customer: {
    customer_id: 'cu_example',
    lifecycle_number: '100042-7',
    name: 'Dana Whitfield',
    phone: '+14155550134',
    email: 'dana@example.com',
    address: '12 Alder Street',
  },
  appointment: {
    appointment_id: 'ap_example',
    type: 'repair',
    status: 'confirmed',
    starts_at: '2027-03-09T10:00:00-08:00',
    ends_at: '2027-03-09T11:30:00-08:00',
    duration_minutes: 90,
    address: '12 Alder Street',
    assignee_name: 'Rosa Delgado',
    arrival_window_starts_at: '2027-03-09T10:00:00-08:00',
    arrival_window_ends_at: '2027-03-09T12:00:00-08:00',
    eta_minutes: 20,
    eta_at: '2027-03-09T10:05:00-08:00',
  },
  job: {
    job_id: 'jb_example',
    title: 'Water heater',
    service: 'water_heater_repair',
    status: 'scheduled',
  },
  invoice: {
    invoice_id: 'in_example',
    number: 'INV-0042',
    status: 'sent',
    currency: 'USD',
    total: 12900,
    balance: 12900,
    total_text: '129.00 USD',
    balance_text: '129.00 USD',
    due_on: '2027-03-23',
  },
  estimate: {
    estimate_id: 'es_example',
    number: 'EST-0042',
    title: 'Replace the water heater',
    status: 'sent',
    currency: 'USD',
    total: 189400,
    total_text: '1894.00 USD',
    valid_until: '2027-03-31',
  },
  property: {
    property_id: 'property_example',
    address: '12 Alder Street, Portland, OR 97205',
    line1: '12 Alder Street',
    city: 'Portland',
    postal_code: '97205',
  },
  links: {
    visit: 'https://example.com/c/visit',
    estimate: 'https://example.com/c/estimate',
    invoice: 'https://example.com/c/invoice',
  },
};

/** The text with example values, or why it cannot be rendered. Values that are sent along appear by their name. */
export function exampleText(source: string, company: { name: string }): Rendered {
  const read = readText(source);
  if ('unreadable' in read) return { failure: read.unreadable };
  const sent = read.names.flatMap(([root, name]) =>
    root === 'variables' && typeof name === 'string' ? [[name, `[${name}]`]] : [],
  );
  const organization = { name: company.name, phone: '+14155550100' };
  return renderText(source, { ...EXAMPLE, organization, variables: Object.fromEntries(sent) });
}
