import type { Database } from '../../../platform/database/database.ts';
import { pauseService } from './queries.ts';

/** For the setting THROUGHLINE_PAUSE_SENDING: like pauseServiceSending, before the worker starts. */
export async function pauseSendingAtStart(database: Database): Promise<void> {
  await database.withoutTenant(pauseService, [database.clock.now()]);
}
