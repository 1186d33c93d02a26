import type { InboxItem } from '../../../packages/sdk/src/index.ts';

export function nameOfItem({ name, phone, email, lifecycle_number }: InboxItem): string {
  return name ?? phone ?? email ?? lifecycle_number;
}
