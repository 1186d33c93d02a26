import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Question } from './schemas.ts';
import type { Definition } from './service.ts';

/** What customers see of a service that they can book by themselves. */
export interface OnlineService
  extends Pick<Definition, 'name' | 'names' | 'duration_minutes' | 'price_hint'> {
  code: string;
  questions: Question[];
}

const selectOnline = statement(
  'select_online_services',
  `select code, name, names, duration_minutes, price_hint, questions from services
   where organization_id = $1 and code = any ($2) and active and online`,
);

const selectNames = statement(
  'select_names_of_service',
  'select name, names from services where organization_id = $1 and code = $2',
);

/** Null for a code without a definition. */
export async function findServiceNames(
  tx: Tx,
  code: string,
): Promise<Pick<Definition, 'name' | 'names'> | null> {
  const values = [tx.organizationId, code];
  const [found] = await tx.query<Pick<Definition, 'name' | 'names'>>(selectNames, values);
  return found ?? null;
}

/** Those of the codes that customers can book by themselves, in the order of the codes. */
export async function findOnlineServices(
  tx: Tx,
  codes: readonly string[],
): Promise<OnlineService[]> {
  const found = await tx.query<OnlineService>(selectOnline, [tx.organizationId, codes]);
  return codes.flatMap((code) => found.find((service) => service.code === code) ?? []);
}
