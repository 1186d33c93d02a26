import type { Random } from './random.ts';

/** Typos that people make when they enter their name, number and address into a form. */

export function substitute(text: string, index: number, character: string): string {
  return text.slice(0, index) + character + text.slice(index + 1);
}

export function drop(text: string, index: number): string {
  return text.slice(0, index) + text.slice(index + 1);
}

export function add(text: string, index: number, character: string): string {
  return text.slice(0, index) + character + text.slice(index);
}

export function swap(text: string, index: number): string {
  return text.slice(0, index) + text[index + 1] + text[index] + text.slice(index + 2);
}

/** One mistyped, missing or extra digit, or two swapped ones, after the plus and the country code. */
export function corruptPhone(random: Random, phone: string): string {
  const index = 2 + random.below(phone.length - 3);
  const digit = String(random.below(10));
  return random.pick([
    substitute(phone, index, digit),
    substitute(phone, index, digit),
    swap(phone, index),
    drop(phone, index),
    add(phone, index, digit),
  ]);
}

const DOMAIN_TYPOS: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': ['googlemail.com', 'gmial.com', 'gmail.con', 'gmal.com', 'gamil.com'],
  'yahoo.com': ['yaho.com', 'yahoo.co', 'yhaoo.com'],
  'hotmail.com': ['hotmial.com', 'hotmal.com', 'hotmail.con'],
  'outlook.com': ['outlok.com', 'outloook.com'],
  'icloud.com': ['iclod.com', 'icloud.con'],
  'aol.com': ['aol.con'],
};

/** Case, dots, a plus tag, a mistyped domain, or one typo in the letters of the local part. */
export function corruptEmail(random: Random, email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const letter = String.fromCharCode(97 + random.below(26));
  const letters = local.search(/[0-9]|$/);
  const index = 1 + random.below(Math.max(1, letters - 2));
  return random.pick([
    email.toUpperCase(),
    `${local}+promo@${domain}`,
    domain === 'gmail.com' ? `${add(local, index, '.')}@${domain}` : email,
    `${local}@${random.pick(DOMAIN_TYPOS[domain] ?? [domain])}`,
    `${substitute(local, index, letter)}@${domain}`,
    `${drop(local, index)}@${domain}`,
    `${add(local, index, letter)}@${domain}`,
    `${index + 1 < letters ? swap(local, index) : local}@${domain}`,
  ]);
}

const SHORT_FORMS: Readonly<Record<string, string>> = {
  Robert: 'Bob',
  William: 'Bill',
  Elizabeth: 'Liz',
  Michael: 'Mike',
  Jennifer: 'Jen',
  Thomas: 'Tom',
};

/** A typo, an initial, a short form, the wrong order, or only half of the name. */
export function corruptName(random: Random, given: string, surname: string): string {
  const letter = String.fromCharCode(97 + random.below(26));
  const index = 1 + random.below(surname.length - 2);
  return random.pick([
    `${given} ${substitute(surname, index, letter)}`,
    `${given} ${drop(surname, index)}`,
    `${given} ${swap(surname, index)}`,
    `${given[0]} ${surname}`,
    `${SHORT_FORMS[given] ?? given} ${surname}`,
    `${surname} ${given}`,
    `${surname}, ${given}`,
    `${given} ${surname}`.toUpperCase(),
    given,
  ]);
}
