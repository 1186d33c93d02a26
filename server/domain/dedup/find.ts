import type { PreparedContact } from './contact.ts';
import { compareNames, type PreparedName } from './name.ts';
import { MAX_SHARERS, type Match, type Sharing, scoreMatch } from './score.ts';

export interface Candidate<C> {
  contact: PreparedContact;
  id: C;
}

/** The best candidate; candidates are sorted oldest first, and of equally good ones the oldest is returned. */
export function bestMatch<C>(
  lead: PreparedContact,
  candidates: readonly Candidate<C>[],
  shared: Sharing = countSharers(lead, candidates),
): { id: C; match: Match } | null {
  let best: { id: C; match: Match } | null = null;
  for (const { contact, id } of candidates) {
    const match = scoreMatch(lead, contact, shared);
    if (match !== null && (best === null || match.score > best.match.score)) best = { id, match };
  }
  return best;
}

/** The number of different people who use the lead's phone and email address, including the lead. */
export function countSharers(
  lead: PreparedContact,
  candidates: readonly Candidate<unknown>[],
): Sharing {
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
