/** The time zones of the world, for a list to choose from. */
export interface Zone {
  id: string;
  /** "Los Angeles (America)" */
  label: string;
}

/** Browsers still list these under an old name, by which no one looks for them. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

let known: readonly Zone[] | null = null;

/** `extra` is one that is in use but that this browser does not list. */
export function allZones(extra = 'UTC'): readonly Zone[] {
  known ??= ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({
    id,
    label: labelOf(NEW_NAMES[id] ?? id),
  }));
  if (known.some(({ id }) => id === extra)) return known;
  known = [...known, { id: extra, label: labelOf(extra) }];
  return known;
}

function labelOf(id: string): string {
  const parts = id.replaceAll('_', ' ').split('/');
  const place = parts.pop() ?? id;
  return parts.length === 0 ? place : `${place} (${parts.join(', ')})`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** "9:41 AM Pacific Time": what helps to tell one zone from another. */
export function zoneClock(id: string, at: number): string {
  const format =
    formats.get(id) ??
    new Intl.DateTimeFormat(navigator.language, {
      timeZone: id,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'longGeneric',
    });
  formats.set(id, format);
  return format.format(at);
}

/** Where this browser is. */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
