import { useSyncExternalStore } from 'react';
import type { Preferences, UpdatePreferences } from '../../packages/sdk/src/index.ts';
import { api } from '../api/client.ts';
import { act } from '../feedback/act.ts';
import { switchLetters } from '../keys/keys.ts';
import { chooseDensity, DENSITIES } from '../ui/density.ts';
import { chooseLanguage, FIELD_LANGUAGES } from '../ui/language.ts';
import { chooseTheme, THEMES } from '../ui/theme.ts';
import { keepPreferences } from './session.ts';

/** What was chosen here and not saved yet: the page was closed in that moment, or there was no signal. */
const UNSAVED = 'throughline.unsaved-preferences';

type Look = Pick<UpdatePreferences, 'theme' | 'density' | 'letter_keys' | 'language'>;

/** Looks as the person has chosen, in this browser or another. It remembers it, for the time before the next sign-in. */
export function applyPreferences(preferences: Preferences): void {
  const unsaved = unsavedLook();
  show({ ...preferences, ...unsaved });
  if (Object.keys(unsaved).length > 0) void changeLook({});
}

/** Shown at once, then saved for every browser. */
export async function changeLook(change: Look): Promise<void> {
  show(change);
  const unsaved = { ...unsavedLook(), ...change };
  localStorage.setItem(UNSAVED, JSON.stringify(unsaved));
  if (await savePreferences(unsaved)) localStorage.removeItem(UNSAVED);
}

/** False if it was refused, which is said. */
export async function savePreferences(change: UpdatePreferences): Promise<boolean> {
  const saved = await act(() => api.me.preferences.update(change));
  if (saved) keepPreferences(saved);
  return saved !== undefined;
}

function unsavedLook(): Look {
  return JSON.parse(localStorage.getItem(UNSAVED) ?? '{}');
}

/** What a newer service knows besides is shown as if nothing was chosen. */
function show(look: {
  theme?: unknown;
  density?: unknown;
  language?: unknown;
  letter_keys?: boolean | undefined;
}) {
  if ('theme' in look) chooseTheme(THEMES.find((one) => one === look.theme) ?? 'system');
  if ('density' in look) chooseDensity(DENSITIES.find((one) => one === look.density) ?? 'default');
  if ('language' in look) {
    chooseLanguage(FIELD_LANGUAGES.find((one) => one === look.language) ?? 'browser');
  }
  if (look.letter_keys !== undefined) switchLetters(look.letter_keys);
  changes += 1;
  for (const listener of listeners) listener();
}

let changes = 0;
const listeners = new Set<() => void>();

/** Draws the component again when the look is changed, here or in another browser. */
export function useLook(): void {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => changes,
  );
}
