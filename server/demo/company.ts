/** The company: its people and its services. Pure data. */

export const ORGANIZATION = {
  name: 'Alder Heating & Air',
  time_zone: 'America/Los_Angeles',
  country: 'US',
};
export const DOMAIN = 'alder.example';

export const OFFICE = {
  owner: 'Marguerite Alder',
  dispatchers: ['Priya Natarajan', 'Tom Okafor'],
};

export interface Service {
  code: string;
  label: string;
  /** A repair or a tune-up is done on the first visit; an installation is estimated, sold and scheduled. */
  kind: 'repair' | 'tune_up' | 'installation';
  /** How often it is requested, relative to the others. */
  weight: number;
  titles: readonly string[];
  visitMinutes: number;
  /** In whole dollars. */
  price: readonly [number, number];
  /** Working days of an installation. */
  days: number;
  warrantyMonths: number;
  complaints: readonly string[];
  checklist: readonly string[];
}

export const SERVICES: readonly Service[] = [
  {
    code: 'furnace_repair',
    label: 'furnace repair',
    kind: 'repair',
    weight: 20,
    titles: ['Replace the igniter', 'Replace the inducer motor', 'Clean the flame sensor'],
    visitMinutes: 90,
    price: [180, 690],
    days: 1,
    warrantyMonths: 12,
    complaints: [
      'The furnace starts and goes out again after a minute.',
      'It blows cold air since last night.',
      'There is a banging noise whenever the furnace starts.',
      'The furnace is running all day and the upstairs is still at 61.',
    ],
    checklist: ['Test for gas leaks', 'Measure carbon monoxide at the register'],
  },
  {
    code: 'heat_pump_repair',
    label: 'heat pump repair',
    kind: 'repair',
    weight: 12,
    titles: [
      'Replace the contactor',
      'Find and seal a refrigerant leak',
      'Replace the defrost board',
    ],
    visitMinutes: 120,
    price: [240, 980],
    days: 1,
    warrantyMonths: 12,
    complaints: [
      'The outdoor unit is a block of ice.',
      'The heat pump trips the breaker every other day.',
      'It hums but the fan does not turn.',
    ],
    checklist: ['Weigh the refrigerant', 'Check the defrost cycle'],
  },
  {
    code: 'no_heat',
    label: 'no heat',
    kind: 'repair',
    weight: 7,
    titles: [
      'Replace the control board',
      'Replace the gas valve',
      'Reset and rewire the thermostat',
    ],
    visitMinutes: 90,
    price: [260, 890],
    days: 1,
    warrantyMonths: 12,
    complaints: [
      'No heat at all since this morning, and there is a newborn in the house.',
      'No heat. My mother is 84 and lives here alone.',
      'The furnace is dead, the display is blank.',
    ],
    checklist: ['Test for gas leaks', 'Measure carbon monoxide at the register'],
  },
  {
    code: 'furnace_tune_up',
    label: 'furnace tune-up',
    kind: 'tune_up',
    weight: 18,
    titles: ['Furnace tune-up'],
    visitMinutes: 60,
    price: [139, 189],
    days: 1,
    warrantyMonths: 0,
    complaints: [
      'Yearly service, please. The last one was two winters ago.',
      'We have just bought the house and do not know when it was last serviced.',
      'Your postcard said 149 for a tune-up. Is that still on?',
    ],
    checklist: ['Replace the filter', 'Clean the burners'],
  },
  {
    code: 'furnace_replacement',
    label: 'furnace replacement',
    kind: 'installation',
    weight: 14,
    titles: ['96% gas furnace, 80,000 BTU', 'Two-stage gas furnace, 60,000 BTU'],
    visitMinutes: 60,
    price: [5200, 9600],
    days: 1,
    warrantyMonths: 120,
    complaints: [
      'The furnace is 24 years old and the last repair cost 900.',
      'The home inspector said that the heat exchanger is cracked.',
      'I would like a quote for a new furnace, the same size as the old one.',
    ],
    checklist: [
      'Take out the old furnace',
      'Pressure-test the gas line',
      'Show the owner the filter',
    ],
  },
  {
    code: 'heat_pump_installation',
    label: 'heat pump installation',
    kind: 'installation',
    weight: 16,
    titles: [
      'Ducted heat pump, 3 tons',
      'Ductless heat pump, two heads',
      'Ductless heat pump, four heads',
    ],
    visitMinutes: 90,
    price: [9800, 17500],
    days: 2,
    warrantyMonths: 120,
    complaints: [
      'We want to get off oil before winter. What would a heat pump cost for 1,900 square feet?',
      'Interested in two ductless heads, one for the bedroom and one for the living room.',
      'Does the utility’s rebate work with you? We have electric baseboards now.',
    ],
    checklist: [
      'Set the pad and the outdoor unit',
      'Pull a vacuum, hold it for 30 minutes',
      'Register the rebate',
    ],
  },
  {
    code: 'water_heater_replacement',
    label: 'water heater replacement',
    kind: 'installation',
    weight: 11,
    titles: [
      '50-gallon gas water heater',
      'Heat pump water heater, 65 gallons',
      'Tankless water heater',
    ],
    visitMinutes: 45,
    price: [1900, 4300],
    days: 1,
    warrantyMonths: 72,
    complaints: [
      'There is a puddle under the water heater.',
      'Ours is 15 years old and we run out of hot water after one shower.',
      'Can you do a tankless one in a condo?',
    ],
    checklist: ['Drain and remove the old tank', 'Fit the seismic straps'],
  },
];

export interface Technician {
  name: string;
  team: 'Service' | 'Installation';
  skills: readonly string[];
  /** Working days, 1 for Monday. Some of the service team work on weekends. */
  days: readonly number[];
}

const codesOf = (...kinds: Service['kind'][]) =>
  SERVICES.filter(({ kind }) => kinds.includes(kind)).map(({ code }) => code);
const REPAIRS = codesOf('repair', 'tune_up');
const INSTALLATIONS = codesOf('installation');
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const TUESDAY_TO_SATURDAY = [2, 3, 4, 5, 6];
const WEDNESDAY_TO_SUNDAY = [3, 4, 5, 6, 7];
const FRIDAY_TO_TUESDAY = [5, 6, 7, 1, 2];

export const TECHNICIANS: readonly Technician[] = [
  { name: 'Rosa Delgado', team: 'Service', skills: REPAIRS, days: MONDAY_TO_FRIDAY },
  { name: 'Sam Ito', team: 'Service', skills: REPAIRS, days: MONDAY_TO_FRIDAY },
  { name: 'Andre Baptiste', team: 'Service', skills: REPAIRS, days: TUESDAY_TO_SATURDAY },
  { name: 'Lena Kowalski', team: 'Service', skills: REPAIRS, days: WEDNESDAY_TO_SUNDAY },
  { name: 'Hank Sorensen', team: 'Service', skills: REPAIRS, days: FRIDAY_TO_TUESDAY },
  { name: 'Mai Tran', team: 'Service', skills: REPAIRS, days: MONDAY_TO_FRIDAY },
  { name: 'Gus Petrakis', team: 'Installation', skills: INSTALLATIONS, days: MONDAY_TO_FRIDAY },
  { name: 'Olu Adeyemi', team: 'Installation', skills: INSTALLATIONS, days: MONDAY_TO_FRIDAY },
  { name: 'Wes Hartley', team: 'Installation', skills: INSTALLATIONS, days: MONDAY_TO_FRIDAY },
  { name: 'Carmen Ruiz', team: 'Installation', skills: INSTALLATIONS, days: TUESDAY_TO_SATURDAY },
  { name: 'Dmitri Volkov', team: 'Installation', skills: INSTALLATIONS, days: MONDAY_TO_FRIDAY },
  { name: 'Jo Lindqvist', team: 'Installation', skills: INSTALLATIONS, days: MONDAY_TO_FRIDAY },
];

export const SOURCES: readonly (readonly [string, number])[] = [
  ['web_form', 30],
  ['phone', 30],
  ['google_ads', 14],
  ['referral', 9],
  ['angi', 9],
  ['chat', 8],
];
/** Sources without a personal contact, so a text is sent within seconds. */
export const GREETED_BY_TEXT = ['web_form', 'google_ads', 'angi'];
