import type { CreateService } from '../../packages/sdk/src/index.ts';
import type { Api } from './api.ts';
import { SERVICES, type Service } from './company.ts';
import { TAX_RATE } from './invoices.ts';

/** What customers can have done, where, at which price, and the page on which they book it. */

/** Priced per installation: the work itself is on each estimate. */
const PRICES = [
  ['thermostat', 'Smart thermostat, installed', 'part', 32_000, 'piece'],
  ['labour', 'Labour', 'labour', 14_500, 'hour'],
  ['permit', 'City permit', 'fee', 18_500, 'permit'],
  ['haul_away', 'Haul away the old unit', 'fee', 9_500, 'unit'],
  ['member_discount', 'Members of the service plan', 'discount', -15_000, 'job'],
] as const;

/** Where the installers and the service team drive to. */
const AREAS = [
  ['Seattle', ['981*']],
  ['East Side and South King', ['980*']],
  ['Tacoma', ['984*']],
] as const;

const MAX_TUNE_UPS = 8;

export async function openOffer(owner: Api): Promise<void> {
  for (const service of SERVICES) await owner.services.create(serviceOf(service));
  for (const [name, postal_codes] of AREAS) await owner.areas.create({ name, postal_codes });
  await owner.capacityRules.create({ service: 'furnace_tune_up', max_visits: MAX_TUNE_UPS });
  for (const [code, name, kind, unit_amount, unit] of PRICES) {
    const tax_rate = kind === 'part' ? TAX_RATE : 0;
    await owner.priceItems.create({ code, name, kind, unit_amount, unit, tax_rate });
  }
  await owner.bookingPages.create({
    name: 'Website',
    title: 'Book a visit',
    services: SERVICES.filter(isOnline).map(({ code }) => code),
    source: 'web_form',
    brand: { color: '#14532d' },
    thank_you: 'Thank you. We will remind you the day before.',
  });
  await owner.organization.update({
    phone: '+12065550100',
    address: '4100 Alder Way S, Seattle, WA 98118',
    tax_id: '91-0000000',
    brand_color: '#14532d',
    payment_instructions: 'By check to Alder Heating & Air, or to the technician.',
    scheduling: { customer_changes: { allowed: true, until_hours_before: 24 } },
  });
}

/** An emergency is a call, not a page. */
function isOnline({ code }: Service): boolean {
  return code !== 'no_heat';
}

function serviceOf(service: Service): CreateService {
  const { code, label, kind, visitMinutes, price } = service;
  const [lowest] = price;
  return {
    code,
    name: label.charAt(0).toUpperCase() + label.slice(1),
    duration_minutes: visitMinutes,
    skills: [code],
    online: isOnline(service),
    price_hint:
      kind === 'installation'
        ? { kind: 'free' }
        : { kind: kind === 'tune_up' ? 'fixed' : 'from', amount: lowest * 100, currency: 'USD' },
    questions:
      kind === 'installation'
        ? [
            { key: 'home_size', label: 'How large is your home?', kind: 'text', required: false },
            { key: 'owner', label: 'Do you own the home?', kind: 'yes_no', required: true },
          ]
        : [
            {
              key: 'fuel',
              label: 'What does it run on?',
              kind: 'choice',
              choices: ['Gas', 'Electricity', 'Oil', 'I do not know'],
              required: false,
            },
          ],
  };
}
