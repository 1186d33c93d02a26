import { useNavigate } from '@tanstack/react-router';
import { patternsOf, useEventTypes } from '../../event-types/use-event-types.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import * as text from '../../text/en.ts';
import { SelectField } from '../../ui/field.tsx';
import styles from './developers.module.css';
import { DELIVERY_STATUSES, type DeliverySearch, readDeliverySearch } from './search.ts';

const developers = text.developers;

/** By state and type, kept in the address. */
export function DeliveryFilters({ id, search }: { id: string; search: DeliverySearch }) {
  const navigate = useNavigate();
  const types = patternsOf(useEventTypes());
  const set = (change: Record<string, unknown>) =>
    void navigate({
      to: '/developers/endpoints/$id',
      params: { id },
      search: readDeliverySearch({ ...search, ...change }),
      replace: true,
    });
  return (
    <fieldset className={styles.filters} aria-label={developers.deliveries}>
      <SelectField
        label={developers.state}
        value={search.status ?? ''}
        onChange={({ target }) => set({ status: target.value })}
        options={[
          { value: '', label: developers.anyStatus },
          ...DELIVERY_STATUSES.map((value) => ({
            value,
            label: developers.deliveryStatus[value],
          })),
        ]}
      />
      <SelectField
        label={developers.eventType}
        value={search.type ?? ''}
        onChange={({ target }) => set({ type: target.value })}
        options={[
          { value: '', label: developers.anyEvent },
          ...types.map((value) => ({ value, label: patternInWords(value) })),
        ]}
      />
    </fieldset>
  );
}
