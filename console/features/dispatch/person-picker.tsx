import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import type { DispatchLane } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { loadOf } from './board-data.ts';
import styles from './dispatch.module.css';

/** Whose day is shown, where there is room for one person only. */
export function PersonPicker({
  lanes,
  current,
  onChange,
  onOut,
}: {
  lanes: readonly DispatchLane[];
  current: DispatchLane;
  onChange(userId: string): void;
  /** Null without the right to change visits. */
  onOut: ((lane: DispatchLane) => void) | null;
}) {
  const index = lanes.indexOf(current);
  const go = (step: number) => {
    const next = lanes[(index + step + lanes.length) % lanes.length];
    if (next) onChange(next.user_id);
  };
  return (
    <div className={styles.people}>
      <Button aria-label={text.dispatch.previousPerson} onClick={() => go(-1)}>
        ‹
      </Button>
      <select
        className={styles.select}
        aria-label={text.dispatch.person}
        value={current.user_id}
        onChange={({ target }) => onChange(target.value)}
      >
        {lanes.map((lane) => (
          <option key={lane.user_id} value={lane.user_id}>
            {lane.name} ({loadOf(lane)})
          </option>
        ))}
      </select>
      <Button aria-label={text.dispatch.nextPerson} onClick={() => go(1)}>
        ›
      </Button>
      {onOut && (
        <Menu
          button={
            <Button aria-label={`${current.name} ${text.dispatch.more}`}>
              <DotsHorizontalIcon />
            </Button>
          }
          items={[{ label: text.dispatch.out, run: () => onOut(current) }]}
        />
      )}
    </div>
  );
}
