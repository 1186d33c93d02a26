import type { Contact } from '../contact.ts';
import { corruptEmail, corruptName, corruptPhone } from './corruptions.ts';
import { emailOf, GIVEN_NAMES, newPerson, type Person } from './generated-leads.ts';
import { Random } from './random.ts';

/** A customer, and every contact that is known of this person: the current one, and earlier ones. */
export interface KnownCustomer {
  customer: string;
  variants: readonly Contact[];
}

/** Someone who asks: a customer who comes back, or (null) someone who never was one. */
export interface Arrival {
  contact: Contact;
  customer: string | null;
  /** What has changed since, or what the trap is. */
  kind: string;
}

type Change = 'move' | 'marriage' | 'phone' | 'email';
/** People move about twice as often as they change their number, their mailbox or their name. */
const CHANGES: readonly Change[] = ['move', 'move', 'marriage', 'phone', 'email'];

/**
 * Customers, and those who ask later: half of the customers come back after one change, or (one in four) after two.
 * Mixed with them are members of their households, namesakes, sons with their father's name, the new owners of their
 * numbers, colleagues behind a switchboard, and strangers.
 */
export function generateReturns(
  people: number,
  seed: number,
): { customers: KnownCustomer[]; arrivals: Arrival[] } {
  const random = new Random(seed);
  const customers: KnownCustomer[] = [];
  const arrivals: Arrival[] = [];
  let persons = 0;
  const someone = (): Person => {
    persons += 1;
    return newPerson(random, String(persons));
  };
  const become = (person: Person, earlier: readonly Person[]) => {
    const variants = [...earlier, person].map((one) => known(random, one));
    customers.push({ customer: person.cluster, variants });
  };
  const arrive = (person: Person, kind: string, customer: string | null) =>
    arrivals.push({ contact: written(random, person), customer, kind });

  while (customers.length < people) {
    const person = someone();
    const earlier = random.chance(0.3) ? [changed(random, person, random.pick(CHANGES))] : [];
    become(person, earlier);
    if (random.chance(0.5)) comeBack(random, person, arrive);
    const trap = random.below(100);
    if (trap < 12) arrive(relativeOf(random, person, someone()), 'household', null);
    else if (trap < 18) arrive(namesakeOf(random, person, someone()), 'namesake', null);
    else if (trap < 24) {
      const { phone } = random.pick([person, ...earlier]);
      arrive({ ...someone(), phone }, 'recycled number', null);
    } else if (trap < 26) addOffice(random, person, someone, become, arrive);
    if (random.chance(0.005)) arrive(juniorOf(random, person, someone()), 'junior', null);
    if (random.chance(0.2)) arrive(someone(), 'stranger', null);
  }
  return { customers, arrivals: random.shuffle(arrivals) };
}

type Arrive = (person: Person, kind: string, customer: string | null) => void;

function comeBack(random: Random, person: Person, arrive: Arrive): void {
  const changes = new Set([random.pick(CHANGES)]);
  const count = random.chance(0.25) ? 2 : 1;
  while (changes.size < count) changes.add(random.pick(CHANGES));
  const now = [...changes].reduce((one, change) => changed(random, one, change), person);
  arrive(now, [...changes].sort().join(' and '), person.cluster);
}

function changed(random: Random, person: Person, change: Change): Person {
  const other = newPerson(random, person.cluster);
  switch (change) {
    case 'move':
      return { ...person, address: other.address };
    case 'marriage': {
      const surname = random.chance(0.2) ? `${person.surname}-${other.surname}` : other.surname;
      return { ...person, surname };
    }
    case 'phone':
      return { ...person, phone: other.phone };
    case 'email':
      return { ...person, email: emailOf(random, person.givenName, person.surname) };
  }
}

/** Another person at the same address: most have the same surname, many the same phone, a few the same mailbox. */
function relativeOf(random: Random, person: Person, other: Person): Person {
  let { givenName } = other;
  while (givenName === person.givenName) givenName = random.pick(GIVEN_NAMES);
  const surname = random.chance(0.75) ? person.surname : other.surname;
  return {
    ...other,
    givenName,
    surname,
    address: person.address,
    phone: random.chance(0.5) ? person.phone : other.phone,
    email: random.chance(0.1) ? person.email : emailOf(random, givenName, surname),
  };
}

function namesakeOf(random: Random, { givenName, surname }: Person, other: Person): Person {
  return { ...other, givenName, surname, email: emailOf(random, givenName, surname, true) };
}

/** A son with his father's name in his father's house; half of them write it. */
function juniorOf(random: Random, person: Person, other: Person): Person {
  const junior = { ...namesakeOf(random, person, other), address: person.address };
  return random.chance(0.5) ? { ...junior, surname: `${person.surname} Jr` } : junior;
}

/** Five customers at one company, one of whom comes back; then a sixth colleague asks for the first time. */
function addOffice(
  random: Random,
  { phone, address }: Person,
  someone: () => Person,
  become: (person: Person, earlier: readonly Person[]) => void,
  arrive: Arrive,
): void {
  const domain = `office${random.digits(5)}.com`;
  const colleague = (): Person => {
    const person = someone();
    const email = `${person.givenName}.${person.surname}@${domain}`.toLowerCase();
    return { ...person, phone, address, email };
  };
  const customers = [colleague(), colleague(), colleague(), colleague(), colleague()];
  for (const customer of customers) become(customer, []);
  comeBack(random, random.pick(customers), arrive);
  arrive(colleague(), 'switchboard', null);
}

function nameOf({ givenName, surname }: Person): string {
  return `${givenName} ${surname}`;
}

/** What a company knows of a customer it has visited: the address, and nearly always both channels. */
function known(random: Random, person: Person): Contact {
  const channels = random.below(20);
  return {
    name: nameOf(person),
    phone: channels < 1 ? null : person.phone,
    email: channels > 18 ? null : person.email,
    address: person.address,
  };
}

/** What people write who want someone to come: a channel may be missing, or the address or its street; some mistype. */
function written(random: Random, person: Person): Contact {
  const channels = random.below(20);
  const place = random.below(10);
  const { givenName, surname, phone, email, address } = person;
  return {
    name: random.chance(0.1) ? corruptName(random, givenName, surname) : nameOf(person),
    phone: channels < 1 ? null : random.chance(0.03) ? corruptPhone(random, phone) : phone,
    email: channels > 18 ? null : random.chance(0.06) ? corruptEmail(random, email) : email,
    address: place < 1 ? null : place < 3 ? address.slice(-5) : address,
  };
}
