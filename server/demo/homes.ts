import { dateOf } from './calendar.ts';
import type { Sale } from './jobs.ts';
import type { Story } from './story.ts';

/** The homes in which something is installed, and the machines in them. */

const MACHINES: Record<string, readonly (readonly [make: string, model: string])[]> = {
  furnace_replacement: [
    ['Carrier', '59SC5B'],
    ['Lennox', 'EL296V'],
  ],
  heat_pump_installation: [
    ['Mitsubishi', 'MXZ-3C24'],
    ['Daikin', 'DZ18VC'],
  ],
  water_heater_replacement: [
    ['Rheem', 'XG50T'],
    ['A. O. Smith', 'HPTS-66'],
  ],
};

const ACCESS = ['The gate sticks: lift and push.', 'Side door, code 4411.', 'Ring twice.', null];

/** Street, town, state and postal code, as households have them. */
const ADDRESS = /^(.+), (.+), ([A-Z]{2}) (\d{5})$/;

/** Creates the place with the sale, and says on the job where it is. */
export async function addHome(story: Story, sale: Sale): Promise<string> {
  const { random, dispatcher, household, service } = story;
  const { address, latitude, longitude } = household.location;
  const [, line1 = address, city = '', region = '', postal_code = ''] = ADDRESS.exec(address) ?? [];
  const { property_id } = await dispatcher.properties.create({
    customer_id: sale.customerId,
    address: { line1, city, region, postal_code, country: 'US' },
    coordinates: { latitude, longitude },
    access_notes: random.pick(ACCESS),
  });
  await dispatcher.jobs.update(sale.jobId, { property_id, service: service.code });
  return property_id;
}

export async function addMachine(story: Story, sale: Sale): Promise<void> {
  const { random, world, service, dispatcher } = story;
  if (sale.propertyId === null) return;
  const [make, model] = random.pick(MACHINES[service.code] ?? [['Generic', 'Unit']]);
  const today = dateOf(world.clock.time);
  const inYears = (years: number) => `${Number(today.slice(0, 4)) + years}-06-30`;
  await dispatcher.equipment.create({
    property_id: sale.propertyId,
    kind: service.code.replace(/_(replacement|installation)$/, ''),
    make,
    model,
    serial: `${random.between(10, 99)}A${random.between(100_000, 999_999)}`,
    installed_on: today,
    installed_by_job_id: sale.jobId,
    manufacturer_warranty_until: inYears(10),
    labour_warranty_until: inYears(2),
  });
}
