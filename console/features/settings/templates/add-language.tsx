import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { LANGUAGES, type Language, languageName } from '../shared/languages.ts';

export function AddLanguage({
  used,
  onAdd,
}: {
  used: readonly Language[];
  onAdd(language: Language): void;
}) {
  const free = LANGUAGES.filter((language) => !used.includes(language));
  if (free.length === 0) return null;
  return (
    <Menu
      button={<Button>{text.settings.templates.addLanguage}</Button>}
      items={free.map((language) => ({
        label: languageName(language),
        run: () => onAdd(language),
      }))}
    />
  );
}
