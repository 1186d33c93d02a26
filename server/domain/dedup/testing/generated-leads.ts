import { corruptEmail, corruptName, corruptPhone } from './corruptions.ts';
import type { Labeled } from './evaluate.ts';
import { Random } from './random.ts';

export interface Person {
  cluster: string;
  givenName: string;
  surname: string;
  phone: string;
  email: string;
  address: string;
}

export const GIVEN_NAMES =
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen Daniel Nancy Matthew Lisa Anthony Betty Mark Sandra Steven Ashley Paul Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah Ronald Stephanie Edward Rebecca Jason Laura Zoe Ravi Priya Ana Luis Camila Diego Mateo Yusuf Fatima Ngozi Chidi Hiroshi Yuki Soren Ingrid Marta Piotr Aoife Niamh Tadeusz Imani Kwame Leila Omar'.split(
    ' ',
  );
const COMMON_SURNAMES =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Lopez Wilson Lee White Nguyen Clark'.split(
    ' ',
  );
const STARTS =
  'Ash Bar Bel Brad Cal Car Dal Den Ed Fair Fen Gar Gold Hal Ham Hart Kel Kirk Lang Lin Mal Mar Nor Oak Pem Quin Ram Ros Sel Stan Thorn Under Ver Wain Wel Whit Yar'.split(
    ' ',
  );
const ENDS =
  'bury by combe croft dale den field ford ham hurst ingham ington land ley low man more ner ridge sby son stead ston ter thorpe ton vale wick wood worth wright'.split(
    ' ',
  );
const STREETS = 'Oak Maple Cedar Elm Washington Lake Hill Walnut Spring Park Lincoln Church'.split(
  ' ',
);
const PROVIDERS =
  'gmail.com gmail.com gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com'.split(' ');
const AREA_CODES = '415 212 305 617 503 773'.split(' ');
const ROLES = 'info office sales admin'.split(' ');

/**
 * Leads of invented people in a random but repeatable order: some occur two or three times with typos, and some
 * only look similar. The traps are households, switchboards, role mailboxes, namesakes and numbers that now belong
 * to another person.
 */
export function generateLeads(people: number, seed: number): Labeled[] {
  const random = new Random(seed);
  const leads: Labeled[] = [];
  let clusters = 0;
  const nextPerson = (): Person => {
    clusters += 1;
    return newPerson(random, String(clusters));
  };
  while (clusters < people) {
    const person = nextPerson();
    addLeads(leads, random, person);
    const trap = random.below(100);
    if (trap < 6) {
      const { surname, phone, address } = person;
      const relative = { ...nextPerson(), surname, address };
      while (relative.givenName === person.givenName) relative.givenName = random.pick(GIVEN_NAMES);
      const sharesPhone = random.chance(0.7);
      const email = emailOf(random, relative.givenName, surname);
      addLeads(leads, random, { ...relative, email, phone: sharesPhone ? phone : relative.phone });
    } else if (trap < 9) {
      const namesake = { ...nextPerson(), givenName: person.givenName, surname: person.surname };
      namesake.email = emailOf(random, namesake.givenName, namesake.surname, true);
      addLeads(leads, random, namesake);
    } else if (trap < 10) {
      addLeads(leads, random, { ...nextPerson(), phone: person.phone });
    } else if (trap < 11) {
      const domain = `${random.pick(STARTS)}${random.pick(ENDS)}plumbing.com`.toLowerCase();
      const mailbox = random.chance(0.5) ? `${random.pick(ROLES)}@${domain}` : null;
      for (let colleague = 0; colleague < 5; colleague += 1) {
        const other = nextPerson();
        const own = `${other.givenName}.${other.surname}@${domain}`.toLowerCase();
        const phone = mailbox === null ? person.phone : other.phone;
        addLeads(leads, random, { ...other, phone, email: mailbox ?? own });
      }
    }
  }
  return random.shuffle(leads);
}

export function newPerson(random: Random, cluster: string): Person {
  const givenName = random.pick(GIVEN_NAMES);
  const surname = random.chance(0.3)
    ? random.pick(COMMON_SURNAMES)
    : random.pick(STARTS) + random.pick(ENDS);
  const zip = 60601 + random.below(60);
  return {
    cluster,
    givenName,
    surname,
    phone: `+1${random.pick(AREA_CODES)}${2 + random.below(8)}${random.digits(6)}`,
    email: emailOf(random, givenName, surname),
    address: `${1 + random.below(9000)} ${random.pick(STREETS)} St, Chicago, IL ${zip}`,
  };
}

export function emailOf(random: Random, given: string, surname: string, numbered = false): string {
  const local = random.pick([
    `${given}.${surname}`,
    `${given[0]}${surname}`,
    `${surname}.${given}`,
    `${given}${surname}`,
  ]);
  const plain = !numbered && random.chance(0.2);
  const number = plain ? '' : String(10 + random.below(990));
  if (!numbered && random.chance(0.25)) {
    return `${local}@${random.pick(STARTS)}${random.pick(ENDS)}${random.below(100)}.com`.toLowerCase();
  }
  return `${local}${number}@${random.pick(PROVIDERS)}`.toLowerCase();
}

function addLeads(leads: Labeled[], random: Random, person: Person): void {
  const { cluster, givenName, surname } = person;
  const name = `${givenName} ${surname}`;
  const times = random.chance(0.7) ? 1 : random.chance(0.6) ? 2 : 3;
  for (let time = 0; time < times; time += 1) {
    // The first is correct; the others have some typos.
    const wrong = time > 0;
    const channels = random.below(10);
    const zip = person.address.slice(-5);
    leads.push({
      cluster,
      givenName: givenName.toLowerCase(),
      surname: surname.toLowerCase(),
      contact: {
        name: wrong && random.chance(0.3) ? corruptName(random, givenName, surname) : name,
        phone:
          channels < 1
            ? null
            : wrong && random.chance(0.25)
              ? corruptPhone(random, person.phone)
              : person.phone,
        email:
          channels > 8
            ? null
            : wrong && random.chance(0.4)
              ? corruptEmail(random, person.email)
              : person.email,
        address: random.pick([null, zip, person.address]),
      },
    });
  }
}
