import type { Option } from '../../ui/field.tsx';

/** The people, teams and templates that steps mention; empty until they are read. */
export interface Names {
  users: readonly Option[];
  teams: readonly Option[];
  templates: readonly (Option & { channel: string })[];
}

export function nameIn(options: readonly Option[], value: unknown): string {
  return options.find((one) => one.value === value)?.label ?? String(value ?? '…');
}
