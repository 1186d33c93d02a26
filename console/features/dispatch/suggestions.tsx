import { useState } from 'react';
import type { Suggestion } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { useKeys } from '../../keys/keys.ts';
import * as text from '../../text/en.ts';
import styles from './board.module.css';
import type { VisitCard } from './board-data.ts';
import { type Scale, xOf } from './geometry.ts';
import { type Lanes, moveVisit } from './move-visit.ts';

const MAX = 5;

interface Suggested {
  card: VisitCard;
  suggestions: readonly Suggestion[];
}

/** Those who are free, the best first. Who goes along already cannot take the place of another member of the crew. */
export async function suggestionsFor({
  of,
  isCrew,
  visit,
}: VisitCard): Promise<readonly Suggestion[]> {
  const { assigned_to, crew } = visit;
  const there = isCrew ? [assigned_to, ...crew] : [];
  const limit = MAX + there.length;
  const result = await act(() => api.dispatch.suggest({ appointment_id: of, limit }));
  const free = result?.suggestions.filter(
    ({ is_free, user_id }) => is_free && !there.includes(user_id),
  );
  return free?.slice(0, MAX) ?? [];
}

/** Asks who could take a visit; the answers are ghosts in their lanes, chosen with 1 to 5. */
export function useSuggestions(lanes: Lanes, say: (sentence: string) => void) {
  const [suggested, setSuggested] = useState<Suggested | null>(null);
  const ask = async (card: VisitCard) => {
    const suggestions = await suggestionsFor(card);
    setSuggested(suggestions.length > 0 ? { card, suggestions } : null);
    say(
      suggestions.length === 0
        ? text.dispatch.noOneFree
        : suggestions.map((one, index) => `${index + 1}: ${one.name}. ${reasonsOf(one)}`).join(' '),
    );
  };
  const take = (index: number) => {
    const chosen = suggested?.suggestions[index];
    if (!suggested || !chosen) return;
    const { card } = suggested;
    setSuggested(null);
    void moveVisit(card, { lane: chosen.user_id, start: card.start, end: card.end }, lanes);
  };
  return { suggested, ask, take, close: () => setSuggested(null) };
}

export function SuggestedGhosts({
  suggested: { card, suggestions },
  laneIds,
  scale,
  onTake,
  onClose,
}: {
  suggested: Suggested;
  laneIds: readonly string[];
  scale: Scale;
  onTake(index: number): void;
  onClose(): void;
}) {
  useKeys([
    ...suggestions.map(({ name }, index) => ({
      keys: String(index + 1),
      label: name,
      run: () => onTake(index),
    })),
    { keys: 'Escape', label: text.close, run: onClose },
  ]);
  const left = xOf(scale, card.start);
  return suggestions.map((one, index) => (
    <button
      key={one.user_id}
      type="button"
      className={styles.suggestion}
      title={reasonsOf(one)}
      style={{
        left,
        width: Math.max(120, xOf(scale, card.end) - left),
        transform: `translateY(calc(${laneIds.indexOf(one.user_id)} * var(--lane)))`,
      }}
      onClick={() => onTake(index)}
    >
      <strong>
        {index + 1} {one.name}
      </strong>
      <span>{reasonsOf(one)}</span>
    </button>
  ));
}

function reasonsOf({ reasons }: Suggestion): string {
  return reasons.map(({ detail }) => detail).join(' ');
}
