import type {
  Page,
  WebhookEndpoint,
  WebhookEndpointWithHealth,
} from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';

/** The list says nothing about deliveries; each endpoint does. There are few of them. */
export function withHealth(
  list: { pages(): AsyncGenerator<Page<WebhookEndpoint>, void> },
  signal: AbortSignal,
): { pages(): AsyncGenerator<Page<WebhookEndpointWithHealth>, void> } {
  return {
    async *pages() {
      for await (const page of list.pages()) {
        const data = await Promise.all(
          page.data.map((one) => api.webhookEndpoints.get(one.webhook_endpoint_id, { signal })),
        );
        yield { ...page, data };
      }
    },
  };
}
