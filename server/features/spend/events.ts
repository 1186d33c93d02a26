import { eventTypeFor } from '../../platform/events/event.ts';
import { Spend, SpendImport } from './schemas.ts';

export const spendUpdated = eventTypeFor(Spend, 'reports:read')(
  'spend.updated',
  'What was spent on a source on a day was set. `previous` holds the values before.',
  ({ source, date }) => `Spend on ${source} of ${date} set`,
);
export const spendImported = eventTypeFor(SpendImport, 'reports:read')(
  'spend.imported',
  'A file with what was spent was imported.',
  ({ changed }) => `Spend of ${changed} days imported`,
);
