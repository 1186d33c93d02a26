/** "Water heater repair" as `water_heater_repair`: what is needed is a code in the API. */
export function codeOf(words: string): string | null {
  const code = words
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return code === '' ? null : code;
}
