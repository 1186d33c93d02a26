import type { Random } from './random.ts';

/** Households near the company. Phone numbers are from the range reserved for fiction, 555-0100 to 0199. */

export interface Household {
  name: string;
  phone: string;
  email: string;
  address: string;
  /** Where it is, for the way between visits. */
  location: { address: string; latitude: number; longitude: number };
  /** Of messages; null for the company's language. */
  language: 'es' | null;
}

const AREA_CODES = ['206', '253', '360', '425', '564'];
const MAIL_DOMAINS = ['example.com', 'example.net', 'example.org'];

const FIRST_NAMES =
  'Dana Marcus Ines Theo Nora Victor Grace Omar Beth Kenji Alma Curtis Fiona Raj Wanda Eli Sonia Derek Mina Paul Tessa Hugo Ruth Caleb Yara Glen Iris Leroy Joan Felix Amara Dean Carla Otis Vera Simon Leila Ned Paula Arjun Cora Milo Stella Ivan June Rafael Edith Noel Zoe Walter'.split(
    ' ',
  );
const SURNAMES =
  'Whitfield Castellano Nguyen Brandt Osei Halvorsen Mbeki Larkin Petrov Yamada Doyle Ferreira Quigley Sandoval Thorne Abbasi Winslow Kessler Moreau Tanaka Ostrander Villanueva Pruitt Zielinski Hargrove Benali Crowley Dupree Eklund Fontaine Gallagher Hossain Iverson Jankowski Kirchner Lombardi McAllister Novotny Oyelaran Pemberton Rasmussen Stavros Underhill Vasquez Wetherby Yoon Zimmerman Ashby Bellweather Carmichael'.split(
    ' ',
  );
/** They prefer messages in Spanish. */
const SPANISH: ReadonlySet<string> = new Set(['Ines', 'Alma', 'Carla', 'Paula', 'Rafael']);
const STREETS = [
  'Cedar Hollow Rd',
  'N 41st St',
  'Lakeview Ave',
  'Orchard Ct',
  'S Fern St',
  '12th Ave NE',
  'Harbor Pointe Dr',
  'Maple Grove Ln',
  'E Madison St',
  'Birchwood Pl',
  'Pioneer Way',
  'Summit View Dr',
];
/** With their center. */
const TOWNS = [
  ['Seattle, WA 98115', 47.685, -122.297],
  ['Seattle, WA 98118', 47.543, -122.276],
  ['Tacoma, WA 98407', 47.284, -122.506],
  ['Renton, WA 98055', 47.447, -122.206],
  ['Kent, WA 98031', 47.404, -122.196],
  ['Bellevue, WA 98006', 47.558, -122.15],
  ['Shoreline, WA 98133', 47.739, -122.343],
  ['Burien, WA 98166', 47.458, -122.347],
] as const;
/** Thousandths of a degree: about 2 km. */
const SPREAD = 18;

/** All different; there are 500 phone numbers. */
export function* householdsOf(random: Random): Generator<Household, never> {
  const lines = AREA_CODES.flatMap((area) =>
    Array.from({ length: 100 }, (_, line) => `+1${area}55501${String(line).padStart(2, '0')}`),
  );
  const names = FIRST_NAMES.flatMap((first) => SURNAMES.map((last) => [first, last] as const));
  const phones = random.shuffled(lines);
  const people = random.shuffled(names);
  for (let index = 0; ; index += 1) {
    const [first, last] = people[index % people.length]!;
    const mailbox = random.pick([`${first}.${last}`, `${first[0]}${last}`, `${last}.${first}`]);
    const email = `${mailbox}${random.between(2, 89)}@${random.pick(MAIL_DOMAINS)}`.toLowerCase();
    const location = placeOf(random);
    yield {
      name: `${first} ${last}`,
      phone: phones[index % phones.length]!,
      email,
      address: location.address,
      location,
      language: SPANISH.has(first) ? 'es' : null,
    };
  }
}

function placeOf(random: Random): Household['location'] {
  const street = `${random.between(101, 9899)} ${random.pick(STREETS)}`;
  const [town, latitude, longitude] = random.pick(TOWNS);
  const near = (degrees: number) =>
    Math.round(degrees * 1_000 + random.between(-SPREAD, SPREAD)) / 1_000;
  return { address: `${street}, ${town}`, latitude: near(latitude), longitude: near(longitude) };
}

/** The text with a typo. */
export function mistyped(random: Random, text: string): string {
  const at = random.between(
    1,
    Math.max(1, text.indexOf('@') > 0 ? text.indexOf('@') - 3 : text.length - 3),
  );
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}

/** The same number as people write it. */
export function spelledOut(phone: string): string {
  return `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
}
