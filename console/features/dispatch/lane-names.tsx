import { memo } from 'react';
import type { DispatchLane } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Menu } from '../../ui/menu.tsx';
import styles from './board.module.css';
import { loadOf } from './board-data.ts';

export const CORNER_ID = 'board-corner';

/** For the row of the person, which has its name in another part of the page. */
export const nameIdOf = (userId: string) => `name-${userId}`;

/**
 * The names beside the lanes. They stay when the hours are scrolled, all of them together: for a browser each part of a
 * page that stays is a layer of its own, and sixty of those would slow down every frame of a drag.
 */
export const LaneNames = memo(function LaneNames({
  lanes,
  onOut,
}: {
  lanes: readonly DispatchLane[];
  /** Null without the right to change visits. */
  onOut: ((lane: DispatchLane) => void) | null;
}) {
  return (
    <div className={styles.names}>
      <div id={CORNER_ID} role="columnheader" className={styles.corner}>
        {text.dispatch.person}
      </div>
      {lanes.map((lane) => (
        <div
          key={lane.user_id}
          id={nameIdOf(lane.user_id)}
          role="rowheader"
          className={styles.name}
        >
          {onOut === null ? (
            <span className={styles.person}>{lane.name}</span>
          ) : (
            <Menu
              align="start"
              button={
                <button type="button" className={styles.person}>
                  {lane.name}
                  <span className="visually-hidden">{text.dispatch.more}</span>
                </button>
              }
              items={[{ label: text.dispatch.out, run: () => onOut(lane) }]}
            />
          )}
          <span className={styles.load}>
            <meter value={Math.min(lane.utilisation ?? 0, 1)} aria-hidden="true" />
            {loadOf(lane)}
            {lane.skills.length > 0 && ` · ${lane.skills.map(inWords).join(', ')}`}
          </span>
        </div>
      ))}
    </div>
  );
});
