import styles from './avatar.module.css';

/** A picture of a person, or the first letters of the name. The name is written next to it. */
export function Avatar({
  name,
  fileId,
  size = 28,
}: {
  name: string;
  fileId: string | null;
  size?: number;
}) {
  const box = { width: size, height: size };
  if (fileId !== null) {
    return <img className={styles.avatar} style={box} src={`/v1/files/${fileId}/content`} alt="" />;
  }
  return (
    <span className={styles.avatar} style={box} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
