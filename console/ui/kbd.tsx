import { shownKeys } from '../keys/keys.ts';
import styles from './kbd.module.css';

export function Kbd({ keys }: { keys: string }) {
  return <kbd className={styles.kbd}>{shownKeys(keys)}</kbd>;
}
