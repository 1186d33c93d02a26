import type { Area, CapacityRule, OfferedService } from '../../../../packages/sdk/src/index.ts';
import { inWords, wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { plainDate } from '../../../time/format.ts';

const words = text.settings.capacity;

/** "Water heater repair · Portland, west · Saturday" */
export function inWordsOf(
  { service, area_id, weekday, date }: CapacityRule,
  services: readonly OfferedService[],
  areas: readonly Area[],
): string {
  const ofService =
    service === null
      ? words.everyService
      : (services.find(({ code }) => code === service)?.name ?? inWords(service));
  const ofArea =
    area_id === null
      ? words.everyArea
      : (areas.find((area) => area.area_id === area_id)?.name ?? words.gone);
  return [ofService, ofArea, dayInWords(weekday, date)].join(' · ');
}

function dayInWords(weekday: string | null, date: string | null): string {
  if (date !== null) return plainDate(date);
  return weekday === null ? words.everyDay : wordFor(text.settings.hours.days, weekday);
}
