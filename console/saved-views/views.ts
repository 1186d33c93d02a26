import type { Preferences } from '../../packages/sdk/src/index.ts';

export type Views = Preferences['saved_views'];
export interface SavedView {
  name: string;
  filters: Filters;
}
export type Filters = Readonly<Record<string, string>>;

/** The views of a screen, by name. */
export function viewsOf(preferences: Preferences | null, screen: string): readonly SavedView[] {
  return (preferences?.saved_views[screen] ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** One more; a view of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return [...withoutView(views, view.name), view];
}

export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((one) => one.name !== name);
}

/** Only what is set. */
export function setFilters(filters: Readonly<Record<string, string | undefined>>): Filters {
  const set = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
  return Object.fromEntries(set);
}
