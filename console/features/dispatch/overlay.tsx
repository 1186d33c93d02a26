import type { Replan } from '../../../packages/sdk/src/index.ts';
import styles from './board.module.css';
import { type BoardParts, LANE_HEIGHT } from './board-frame.ts';
import type { Scale } from './geometry.ts';
import type { Lanes } from './move-visit.ts';
import { NowLine } from './now-line.tsx';
import { ghostsOf } from './plan-ghosts.ts';
import { PlannedGhosts } from './planned-ghosts.tsx';
import { SuggestedGhosts, type useSuggestions } from './suggestions.tsx';

/** What is in front of the lanes: the time, the card that is being moved, a plan for the day, and who could take a visit. */
export function Overlay({
  parts: { overlay, ghost },
  scale,
  laneIds,
  lanes,
  proposed,
  titleOf,
  suggested,
  take,
  close,
}: {
  parts: BoardParts;
  scale: Scale;
  laneIds: readonly string[];
  lanes: Lanes;
  proposed: Replan | null;
  titleOf(visit: string): string;
} & Pick<ReturnType<typeof useSuggestions>, 'suggested' | 'take' | 'close'>) {
  return (
    <>
      <div ref={overlay} className={styles.overlay} aria-hidden="true">
        <NowLine scale={scale} height={laneIds.length * LANE_HEIGHT} />
        <div ref={ghost} className={styles.ghost} hidden />
        {proposed && (
          <PlannedGhosts
            ghosts={ghostsOf(proposed, laneIds, scale, lanes)}
            titleOf={titleOf}
            scale={scale}
          />
        )}
      </div>
      {suggested && (
        <div className={styles.suggestions}>
          <SuggestedGhosts
            suggested={suggested}
            laneIds={laneIds}
            scale={scale}
            onTake={take}
            onClose={close}
          />
        </div>
      )}
    </>
  );
}
