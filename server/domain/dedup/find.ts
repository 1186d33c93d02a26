import type { PreparedContact } from './contact.ts';
import { compareNames, type PreparedName } from './name.ts';
import { MAX_SHARERS, type Match, type Sharing, scoreMatch } from './score.ts';

export interface Candidate<C> {
  contact: PreparedContact;
  id: C;
}

export interface Ranked<C> {
  id: C;
  match: Match;
}

/** The best match, or null. Candidates are sorted oldest first. */
export function bestMatch<C>(
  lead: PreparedContact,
  candidates: readonly Candidate<C>[],
): Ranked<C> | null {
  return rankMatches(lead, candidates)[0] ?? null;
}

/**
 * All matches, best first: the certain ones, then the others, each by their evidence before any floor or cap. So the
 * same full name at a mailbox comes before another surname there. Of equals, the older one comes first.
 */
export function rankMatches<C>(
  lead: PreparedContact,
  candidates: readonly Candidate<C>[],
): Ranked<C>[] {
  const shared = countSharers(lead, candidates);
  const matches = scoreAll(lead, candidates, shared, false);
  // Someone matches only because the same value is always reviewed. Then a namesake at that mailbox, for whom more
  // speaks, is part of the review.
  const review = matches.some(({ match }) => match.points < 0);
  const ranked = review ? scoreAll(lead, candidates, shared, true) : matches;
  return ranked.sort(byEvidence);
}

function scoreAll<C>(
  lead: PreparedContact,
  candidates: readonly Candidate<C>[],
  shared: Sharing,
  reviewed: boolean,
): Ranked<C>[] {
  const matches: Ranked<C>[] = [];
  for (const { contact, id } of candidates) {
    const match = scoreMatch(lead, contact, shared, reviewed);
    if (match !== null) matches.push({ id, match });
  }
  return matches;
}

/** A certain match comes first, even if more points speak for a relative at the same number, who is never certain. */
function byEvidence({ match: a }: Ranked<unknown>, { match: b }: Ranked<unknown>): number {
  const certainFirst = Number(b.confidence === 'certain') - Number(a.confidence === 'certain');
  return certainFirst || b.points - a.points;
}

/** The number of different people who use the lead's phone and email address, including the lead. */
function countSharers(lead: PreparedContact, candidates: readonly Candidate<unknown>[]): Sharing {
  const phoneUsers: PreparedName[] = lead.name === null ? [] : [lead.name];
  const emailUsers: PreparedName[] = lead.name === null ? [] : [lead.name];
  for (const { contact } of candidates) {
    if (contact.name === null) continue;
    if (lead.phone !== null && contact.phone === lead.phone) countIn(phoneUsers, contact.name);
    if (lead.email !== null && contact.email?.canonical === lead.email.canonical) {
      countIn(emailUsers, contact.name);
    }
  }
  return { phonePeople: phoneUsers.length, emailPeople: emailUsers.length };
}

function countIn(people: PreparedName[], name: PreparedName): void {
  if (people.length > MAX_SHARERS) return;
  const known = people.some((person) => {
    const { given, surname } = compareNames(person, name);
    return given !== 'different' && surname !== 'different';
  });
  if (!known) people.push(name);
}
