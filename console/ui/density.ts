const KEY = 'throughline.density';

export const DENSITIES = ['compact', 'default', 'touch'] as const;
export type Density = (typeof DENSITIES)[number];

/** How high rows are, if the person has chosen. */
export function applyDensity(): void {
  const chosen = chosenDensity();
  if (chosen === 'default') delete document.documentElement.dataset.density;
  else document.documentElement.dataset.density = chosen;
}

export function chosenDensity(): Density {
  const stored = localStorage.getItem(KEY);
  return DENSITIES.find((density) => density === stored) ?? 'default';
}

export function chooseDensity(density: Density): void {
  if (density === 'default') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, density);
  applyDensity();
}
