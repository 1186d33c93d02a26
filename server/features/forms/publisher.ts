import type { Language } from '../../domain/languages.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findOrganization } from '../organizations/index.ts';

/** Where the forms of an organization are, and in which language it writes. */
export interface Publisher {
  baseUrl: string;
  language: Language;
}

export async function publisherOf(tx: Tx, baseUrl: string): Promise<Publisher> {
  const { language } = await findOrganization(tx);
  return { baseUrl, language };
}
