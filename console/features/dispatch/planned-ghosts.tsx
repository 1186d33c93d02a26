import { useEffect, useRef } from 'react';
import styles from './board.module.css';
import { LANE_HEIGHT } from './board-frame.ts';
import { type Scale, styleOf } from './geometry.ts';
import type { PlanGhost } from './plan-ghosts.ts';

/** Where the visits would go by a plan that is not confirmed. Its list says the same for everyone. */
export function PlannedGhosts({
  ghosts,
  titleOf,
  scale,
}: {
  ghosts: readonly PlanGhost[];
  titleOf(visit: string): string;
  scale: Scale;
}) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return ghosts.map(({ id, row, start, end, look, about }, at) => (
    <div
      key={id}
      ref={at === 0 ? first : undefined}
      className={styles.planned}
      data-look={look}
      style={{
        ...styleOf(scale, { start, end }),
        ...(!scale.isVertical && { transform: `translateY(${row * LANE_HEIGHT}px)` }),
      }}
    >
      <strong>{titleOf(id)}</strong>
      <span>{about}</span>
    </div>
  ));
}
