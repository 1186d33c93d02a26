import styles from './choices.module.css';

/** A few values, one of which is chosen. */
export function Choices<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose(value: Value): void;
}) {
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
