import { type AddressAgreement, compareAddresses, unitsDiffer } from './address.ts';
import { isCommonSurname } from './common-surnames.ts';
import type { PreparedContact } from './contact.ts';
import { compareEmails, type EmailAgreement, isDistinctive } from './email.ts';
import {
  compareNames,
  type GivenAgreement,
  type NameAgreement,
  type SurnameAgreement,
  spellsName,
} from './name.ts';
import { comparePhones, type PhoneAgreement } from './phone.ts';
import { type Evidence, reasonsOf } from './reasons.ts';

export const LIKELY = 0.5;
export const CERTAIN = 0.9;
/** A phone or mailbox used by more people than this is a switchboard or a role mailbox. */
export const MAX_SHARERS = 3;

export interface Match {
  /** From 0.5 to 1. */
  score: number;
  /** The evidence itself, without floor and cap: ranks several matches. Not shown to clients. */
  points: number;
  confidence: 'likely' | 'certain';
  /** Short codes such as same_phone; those against the match start with different_. */
  reasons: string[];
}

/** How many different people use the lead's phone and email address, including the lead. */
export interface Sharing {
  phonePeople: number;
  emailPeople: number;
}

/**
 * Every piece of evidence gives points: the binary logarithm of how many times more often it occurs between two
 * leads of one person than between two leads of different people. One point doubles the odds, minus one halves
 * them. The start value reflects how rarely two leads that share a key are the same person.
 */
const START = -14;

const PHONE: Record<PhoneAgreement, number> = {
  same: 15,
  one_digit_off: 9,
  same_ending: 6,
  different: -2.5,
  unknown: 0,
};
const SHARED = 6;
const DIFFERENT_EMAIL = -1.5;

const GIVEN: Record<GivenAgreement, number> = {
  same: 5,
  nickname: 4,
  similar: 3,
  initial: 2,
  close: 0,
  unknown: 0,
  different: -7,
};
const SURNAME: Record<SurnameAgreement, number> = {
  same: 8,
  similar: 6,
  initial: 2,
  unknown: 0,
  different: -5,
};
const ADDRESS: Record<AddressAgreement, number> = {
  same: 9,
  same_zip: 5,
  same_place: 1,
  other_house: -2,
  other_zip: -3,
  different: -6,
  unknown: 0,
};

const ELSEWHERE: ReadonlySet<AddressAgreement> = new Set(['different', 'other_zip', 'other_house']);

/**
 * Null if the two are not even likely to be the same person. In a review of a mailbox, namesakes who use it match too:
 * see `rankMatches`.
 */
export function scoreMatch(
  lead: PreparedContact,
  candidate: PreparedContact,
  shared: Sharing,
  reviewed = false,
): Match | null {
  const person: PersonEvidence = {
    phone: comparePhones(lead.phone, candidate.phone),
    email: compareEmails(lead.email, candidate.email),
    name: compareNames(lead.name, candidate.name),
    phoneShared: shared.phonePeople > MAX_SHARERS,
    emailShared: shared.emailPeople > MAX_SHARERS,
  };
  if (isRuledOut(lead, candidate, person)) return null;
  const evidence = { ...person, address: compareAddresses(lead.address, candidate.address) };
  const namesake = isNamesakesMailbox(lead, candidate, evidence);
  const points =
    personPoints(lead, candidate, evidence, namesake) -
    commonness(lead, candidate, evidence) +
    ADDRESS[evidence.address];
  const odds = 1 / (1 + 2 ** -points);
  const exact = matchesExactly(evidence, namesake && !reviewed);
  if (!exact && (odds < LIKELY || !isSupported(evidence))) return null;
  // An exact match is always worth a review.
  const raised = odds < LIKELY ? LIKELY + odds / 10 : odds;
  const rounded = Math.round(raised * 1000) / 1000;
  const allowed =
    mayBeCertain(evidence) || isMarried(evidence) || isAtHome(lead, candidate, evidence);
  const score = rounded >= CERTAIN && !allowed ? CERTAIN - 0.01 : rounded;
  return {
    score,
    points,
    confidence: score >= CERTAIN ? 'certain' : 'likely',
    reasons: reasonsOf(evidence),
  };
}

/** Everything but the place. */
type PersonEvidence = Omit<Evidence, 'address'>;

/** Not likely the same person even at the same door: the address does not have to be compared. */
function isRuledOut(
  lead: PreparedContact,
  candidate: PreparedContact,
  evidence: PersonEvidence,
): boolean {
  // An exact match is always worth a review.
  if (evidence.phone === 'same' || evidence.email === 'same') return false;
  return personPoints(lead, candidate, evidence, false) + ADDRESS.same < 0;
}

function personPoints(
  lead: PreparedContact,
  candidate: PreparedContact,
  evidence: PersonEvidence,
  namesake: boolean,
): number {
  return (
    START +
    phonePoints(evidence) +
    emailPoints(lead, candidate, evidence, namesake) +
    GIVEN[evidence.name.given] +
    SURNAME[evidence.name.surname]
  );
}

/** A common surname such as Smith is weaker evidence than a rare one such as Wainwright, except at the same door. */
function commonness(
  { name }: PreparedContact,
  candidate: PreparedContact,
  evidence: Evidence,
): number {
  const { surname } = evidence.name;
  if ((surname !== 'same' && surname !== 'similar') || evidence.address === 'same') return 0;
  return isCommonSurname(name?.surname ?? '') || isCommonSurname(candidate.name?.surname ?? '')
    ? 1
    : 0;
}

function phonePoints({ phone, phoneShared }: PersonEvidence): number {
  return phone === 'same' && phoneShared ? SHARED : PHONE[phone];
}

function emailPoints(
  lead: PreparedContact,
  candidate: PreparedContact,
  { email, emailShared, name }: PersonEvidence,
  namesake: boolean,
): number {
  const prepared = lead.email;
  if (prepared === null || email === 'unknown') return 0;
  const numbered = prepared.digits.length >= 2;
  // At a free provider, janedoe@ adds nothing to the name Jane Doe.
  const ofLead = spellsName(prepared.letters, lead.name);
  const ofCandidate = spellsName(prepared.letters, candidate.name);
  const onlyName = !numbered && (ofLead || ofCandidate);
  switch (email) {
    case 'same':
      if (emailShared || prepared.role) return SHARED;
      if (namesake) return 4;
      // Two namesakes may both write janedoe@. Jane Smith does so only if it is her mailbox, from before her marriage.
      if (onlyName && !(name.surname === 'different' && ofLead !== ofCandidate)) {
        return prepared.free ? 6 : 11;
      }
      return 15;
    case 'typo':
      if (numbered) return 12;
      if (!prepared.free) return 10;
      // The addresses of Jon and John Doe differ like their names; those of two people with the same name do not.
      return onlyName && !(name.given === 'same' && name.surname === 'same') ? 4 : 5;
    case 'domain_typo':
      return onlyName ? 9 : 12;
    case 'same_local_part':
      if (onlyName) return DIFFERENT_EMAIL;
      return numbered ? 7 : 4;
    case 'same_company':
      return 4;
    case 'other_digits':
      return -4;
    case 'different':
      return DIFFERENT_EMAIL;
  }
}

/**
 * Two people with the same name who entered first.last@, as people do in forms that require an email address: the
 * address spells both names, and both phone and place differ. Without this rule, the same address always means
 * likely.
 */
function isNamesakesMailbox(
  lead: PreparedContact,
  candidate: PreparedContact,
  { phone, email, address }: Evidence,
): boolean {
  if (email !== 'same' || lead.email === null || lead.email.digits !== '') return false;
  if (phone !== 'different' || !ELSEWHERE.has(address)) return false;
  return (
    isDistinctive(lead.email) &&
    spellsName(lead.email.letters, lead.name) &&
    spellsName(lead.email.letters, candidate.name)
  );
}

/** The same phone or mailbox is always worth a review, unless many people share it and nothing else matches. */
function matchesExactly(evidence: Evidence, namesake: boolean): boolean {
  const { phone, email, name, address, phoneShared, emailShared } = evidence;
  const family = name.surname === 'same' || name.surname === 'similar' || address === 'same';
  const samePhone = phone === 'same' && (!phoneShared || family);
  const sameEmail = email === 'same' && !namesake && (!emailShared || family);
  return samePhone || sameEmail;
}

/** A match that is not exact needs more support: two channels, or one with a name or a place, or name and place. */
function isSupported({ phone, email, name, address }: Evidence): boolean {
  const channels = Number(phoneMatches(phone)) + Number(emailMatches(email));
  if (channels === 2) return true;
  const placed = address === 'same' || address === 'same_zip';
  const known = (name.given !== 'unknown' || name.surname !== 'unknown') && !isStranger(name);
  if (channels === 1) return known || placed;
  return placed && name.given !== 'unknown' && name.surname !== 'unknown' && !isStranger(name);
}

function isStranger({ given, surname }: NameAgreement): boolean {
  return given === 'different' || surname === 'different';
}

function phoneMatches(phone: PhoneAgreement): boolean {
  return phone !== 'different' && phone !== 'unknown';
}

function emailMatches(email: EmailAgreement): boolean {
  return email !== 'different' && email !== 'unknown' && email !== 'other_digits';
}

/** Safe to merge without a review: a channel matches, and the given name is known and does not differ. */
function mayBeCertain({ phone, email, name }: Evidence): boolean {
  if (name.given === 'different' || !(phoneMatches(phone) || emailMatches(email))) return false;
  return (phone === 'same' && email === 'same') || !isDoubtful(name);
}

/** The initials alone (A P) are those of a whole family; the initial of the surname needs the given name (Ana P). */
function isDoubtful({ given, surname }: NameAgreement): boolean {
  if (given === 'unknown' || given === 'close' || surname === 'different') return true;
  return surname === 'initial' && !isFullGiven(given);
}

function isFullGiven(given: GivenAgreement): boolean {
  return given === 'same' || given === 'nickname';
}

/**
 * A person who took another surname: the same given name with the same private phone or mailbox, at the same door or
 * in the same zip. The next owner of a number seldom has the same given name and lives nearby.
 */
function isMarried({ phone, email, name, address, phoneShared, emailShared }: Evidence): boolean {
  const channel = (phone === 'same' && !phoneShared) || (email === 'same' && !emailShared);
  const near = address === 'same' || address === 'same_zip';
  return channel && near && name.surname === 'different' && isFullGiven(name.given);
}

/** A person with a new phone: the same full name at the same door. John Miller Jr. at that door is another person. */
function isAtHome(lead: PreparedContact, candidate: PreparedContact, evidence: Evidence): boolean {
  const { name, address } = evidence;
  if (address !== 'same' || unitsDiffer(lead.address, candidate.address)) return false;
  if (lead.name?.generation !== candidate.name?.generation) return false;
  return isFullGiven(name.given) && name.surname === 'same';
}
