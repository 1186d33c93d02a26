/** The filters of the deliveries of an endpoint. */
export interface DeliverySearch {
  status?: 'pending' | 'delivered' | 'failed' | 'canceled';
  type?: string;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const;

export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const status = DELIVERY_STATUSES.find((one) => one === search.status);
  return { ...(status && { status }), ...textOf('type', search.type) };
}

/** The filters of the live log. */
export interface LogSearch {
  type?: string;
  number?: string;
}

export function readLogSearch({ type, number }: Record<string, unknown>): LogSearch {
  return { ...textOf('type', type), ...textOf('number', number) };
}

/** An address with `number=100042` has it as a number. */
function textOf<Name extends string>(name: Name, value: unknown): { [N in Name]?: string } {
  const isText = typeof value === 'string' || typeof value === 'number';
  return (isText && value !== '' ? { [name]: String(value) } : {}) as { [N in Name]?: string };
}
