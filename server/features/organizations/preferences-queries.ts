import { table } from '../../platform/database/table.ts';
import type { Preferences } from './preferences-schemas.ts';

export interface PreferencesRow extends Preferences {
  user_id: string;
  updated_at: Date;
}

const preferences = table<PreferencesRow>('user_preferences', {
  user_id: 'key',
  theme: 'value',
  density: 'value',
  letter_keys: 'value',
  language: 'value',
  saved_views: 'json',
  updated_at: 'value',
});

export const { findOrNull: findPreferences } = preferences.byKey('preferences');
export const { insert: insertPreferences, update: savePreferences } = preferences;

/** Of a user who has chosen nothing yet. */
const DEFAULTS: Preferences = {
  theme: null,
  density: null,
  letter_keys: true,
  language: null,
  saved_views: {},
};

export function toPreferences(row: Preferences | null): Preferences {
  const { theme, density, letter_keys, language, saved_views } = row ?? DEFAULTS;
  return { theme, density, letter_keys, language, saved_views };
}
