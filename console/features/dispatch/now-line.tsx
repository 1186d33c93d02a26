import { useNow } from '../../time/clock.ts';
import styles from './board.module.css';
import { type Scale, xOf } from './geometry.ts';

/** Where the day is now. */
export function NowLine({ scale, height }: { scale: Scale; height: number }) {
  const at = useNow();
  if (at < scale.from || at > scale.to) return null;
  const along = xOf(scale, at);
  const style = scale.isVertical ? { top: along } : { left: along, height };
  return <div className={styles.now} style={style} />;
}
