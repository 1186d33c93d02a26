import { fold, typos } from './text.ts';

export interface PreparedEmail {
  /** The normalized address: lower case, without plus tag and Gmail dots, with a corrected domain. */
  canonical: string;
  domain: string;
  /** The local part without digits and punctuation, then its digits: jane.doe42 is janedoe and 42. */
  letters: string;
  digits: string;
  /** A free provider: the domain says nothing about the person, since everyone can get an address there. */
  free: boolean;
  /** A role mailbox (info@), which several people use. */
  role: boolean;
}

export type EmailAgreement =
  | 'same'
  | 'typo'
  | 'domain_typo'
  | 'same_local_part'
  | 'same_company'
  | 'other_digits'
  | 'different'
  | 'unknown';

/** Mistyped domains are corrected only to these. Another correction could merge two companies. */
const CORRECTED_TO = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com'];
/** Too short to correct the name (bol.com is not aol.com): only the ending is corrected. */
const ENDING_CORRECTED = ['aol', 'live', 'msn'];
const ENDING_TYPOS = new Set('con cmo co om cm ocm vom xom comm coom cpm clm cim ccom'.split(' '));
const FREE = new Set([
  ...CORRECTED_TO,
  ...'aol.com live.com msn.com me.com mac.com mail.com ymail.com email.com rocketmail.com gmx.com gmx.net gmx.de web.de t-online.de freenet.de proton.me protonmail.com pm.me hey.com fastmail.com zoho.com yandex.com yandex.ru mail.ru comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net yahoo.co.uk hotmail.co.uk outlook.co.uk live.co.uk btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com yahoo.ca hotmail.ca sympatico.ca rogers.com shaw.ca telus.net yahoo.com.au bigpond.com bigpond.net.au optusnet.com.au iinet.net.au yahoo.fr hotmail.fr orange.fr free.fr laposte.net wanadoo.fr sfr.fr yahoo.de hotmail.de outlook.de libero.it yahoo.it hotmail.it yahoo.es hotmail.es yahoo.com.mx hotmail.es uol.com.br bol.com.br yahoo.com.br qq.com 163.com 126.com naver.com'.split(
    ' ',
  ),
]);
const ROLES = new Set(
  'info sales office admin contact hello support service services help billing accounts accounting accountspayable ap ar invoices invoice team mail enquiries inquiries reception frontdesk manager management maintenance facilities operations ops dispatch booking bookings noreply donotreply webmaster postmaster marketing hr jobs orders customerservice owner property leasing'.split(
    ' ',
  ),
);
const DIGITS = /[^0-9]+/g;
const NO_LETTERS = /[^\p{L}]+/gu;

export function prepareEmail(email: string | null): PreparedEmail | null {
  if (email === null) return null;
  const folded = fold(email.trim(), 320);
  const at = folded.lastIndexOf('@');
  if (at <= 0 || at === folded.length - 1) return null;
  const domain = correctDomain(folded.slice(at + 1));
  let local = folded.slice(0, at);
  const tag = local.indexOf('+');
  if (tag > 0) local = local.slice(0, tag);
  if (domain === 'gmail.com') local = local.replaceAll('.', '') || local;
  const letters = local.replace(NO_LETTERS, '');
  return {
    canonical: `${local}@${domain}`,
    domain,
    letters,
    digits: local.replace(DIGITS, ''),
    free: FREE.has(domain),
    role: ROLES.has(letters),
  };
}

function correctDomain(domain: string): string {
  if (domain === 'googlemail.com') return 'gmail.com';
  if (FREE.has(domain)) return domain;
  const dot = domain.indexOf('.');
  const name = domain.slice(0, dot);
  if (ENDING_CORRECTED.includes(name) && ENDING_TYPOS.has(domain.slice(dot + 1))) {
    return `${name}.com`;
  }
  if (domain.length > 12) return domain;
  if (typos(domain, 'googlemail.com', 1) <= 1) return 'gmail.com';
  return CORRECTED_TO.find((known) => typos(domain, known, 1) <= 1) ?? domain;
}

/** Long enough, or with enough digits, that two strangers rarely choose the same. */
export function isDistinctive(email: PreparedEmail): boolean {
  if (email.role) return false;
  return email.letters.length >= 7 || (email.letters.length >= 4 && email.digits.length >= 2);
}

export function compareEmails(a: PreparedEmail | null, b: PreparedEmail | null): EmailAgreement {
  if (a === null || b === null) return 'unknown';
  if (a.canonical === b.canonical) return 'same';
  const sameDomain = a.domain === b.domain;
  if (a.digits !== b.digits) {
    // john1 and john2 are two people for whom john was not available, not one with a typo.
    if (sameDomain && a.letters === b.letters) return 'other_digits';
    return sameDomain && !a.free ? 'same_company' : 'different';
  }
  if (sameDomain) {
    // Three-letter names can differ by one letter by chance: tim and tom are two people.
    const short = Math.min(a.letters.length, b.letters.length) < 4;
    if (a.letters === b.letters || (!short && typos(a.letters, b.letters, 1) <= 1)) return 'typo';
    return a.free ? 'different' : 'same_company';
  }
  if (a.letters !== b.letters) return 'different';
  // Two providers are not typos of each other; the domains of two companies rarely differ by one letter.
  const limit = Math.min(a.domain.length, b.domain.length) >= 12 ? 2 : 1;
  if (!(a.free && b.free) && typos(a.domain, b.domain, limit) <= limit) return 'domain_typo';
  return isDistinctive(a) ? 'same_local_part' : 'different';
}
