import { sayRefused } from '../feedback/feedback.ts';
import { buttonClass } from '../ui/button.tsx';
import styles from './photo-button.module.css';
import { smallPhoto } from './small-photo.ts';

/** Photos of the camera, or pictures that are already there, as small as a screen. */
export function PhotoButton({
  label,
  isCamera = false,
  notAPhoto,
  onPhoto,
}: {
  label: string;
  /** On a phone, opens the camera at once. */
  isCamera?: boolean;
  notAPhoto(name: string): string;
  onPhoto(name: string, content: Blob): Promise<unknown>;
}) {
  const take = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // Otherwise the browser would not notice that the same picture is chosen again.
    input.value = '';
    for (const file of files) {
      const content = await smallPhoto(file).catch(() => null);
      if (content === null) sayRefused(notAPhoto(file.name));
      else await onPhoto(file.name, content);
    }
  };
  return (
    <label className={`${buttonClass()} ${styles.photo}`}>
      {label}
      <input
        type="file"
        accept="image/*"
        className="visually-hidden"
        {...(isCamera ? { capture: 'environment' } : { multiple: true })}
        onChange={({ target }) => void take(target)}
      />
    </label>
  );
}
