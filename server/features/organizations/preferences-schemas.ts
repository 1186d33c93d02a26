import Type, { type Static } from 'typebox';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import * as field from '../../platform/http/fields.ts';

const THEMES = ['light', 'dark'] as const;
const DENSITIES = ['compact', 'touch'] as const;

export const MAX_VIEWS = 30;
const MAX_SCREENS = 20;
const MAX_FILTERS = 20;

const NAMES = { pattern: '^[a-z][a-z_]{0,39}$' };

const filters = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: NAMES,
  additionalProperties: { type: 'string', maxLength: 200 },
  maxProperties: MAX_FILTERS,
  description: 'The filters, as the address of the screen has them.',
  examples: [{ status: 'new', source: 'web_form' }],
});

const SavedView = field.closedObject('SavedView', 'Filters of a screen, under a name.', {
  name: Type.String({
    pattern: field.NOT_BLANK,
    maxLength: 60,
    description: 'Its name, once per screen.',
    examples: ['Open web leads'],
  }),
  filters,
});

const savedViews = Type.Unsafe<Record<string, Static<typeof SavedView>[]>>({
  type: 'object',
  propertyNames: NAMES,
  additionalProperties: { type: 'array', items: SavedView, maxItems: MAX_VIEWS },
  maxProperties: MAX_SCREENS,
  description: 'Saved views by screen.',
  examples: [{ leads: [{ name: 'Open web leads', filters: { source: 'web_form' } }] }],
});

function choice<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value | null>({
    type: ['string', 'null'],
    enum: [...values, null],
    description,
    examples: [values[0]],
  });
}

const fields = {
  theme: choice(THEMES, 'Colors of the console; null: as the device is set.'),
  density: choice(DENSITIES, 'How high rows are; null: between the two.'),
  letter_keys: Type.Boolean({
    description: 'Whether single letters are shortcuts. Default true.',
    examples: [true],
  }),
  language: choice<Language>(
    LANGUAGES,
    'Language of the console, where it has it; null: as the browser is set.',
  ),
  saved_views: savedViews,
};

export const Preferences = field.closedObject(
  'Preferences',
  'How a user wants the console to be, in every browser.',
  fields,
);
export type Preferences = Static<typeof Preferences>;

export const UpdatePreferencesBody = field.closedObject(
  'UpdatePreferences',
  'The fields to change; fields you leave out stay unchanged. Of `saved_views`, only the screens that you send are replaced; an empty list removes one.',
  {
    theme: Type.Optional(fields.theme),
    density: Type.Optional(fields.density),
    letter_keys: Type.Optional(fields.letter_keys),
    language: Type.Optional(fields.language),
    saved_views: Type.Optional(fields.saved_views),
  },
  { example: { theme: 'dark', density: 'compact' } },
);

/** Without the values: what a user has searched for is no one else's business. */
export const PreferencesChange = field.closedObject(
  'PreferencesChange',
  'Which preferences a user has changed.',
  {
    user_id: field.id('user', 'Id of the user.'),
    changed: Type.Array(
      Type.String({ description: 'Name of a preference.', examples: ['theme'] }),
      { description: 'What has changed.', examples: [['theme']] },
    ),
  },
);
