import styles from './tabs.module.css';

/** Views of one list. They are buttons: each changes what the list shows. */
export function Tabs<Id extends string>({
  label,
  tabs,
  current,
  onChange,
}: {
  label: string;
  tabs: readonly { id: Id; label: string; count?: number | undefined }[];
  current: Id;
  onChange(id: Id): void;
}) {
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map(({ id, label: name, count }) => (
        <button
          key={id}
          type="button"
          className={styles.tab}
          aria-pressed={id === current}
          onClick={() => onChange(id)}
        >
          {name}
          {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
