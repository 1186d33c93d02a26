import type {
  WebhookEndpoint,
  WebhookEndpointWithHealth,
} from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import type { Listing } from '../../store/read-pages.ts';

/** The list says nothing about deliveries; each endpoint does. There are few of them. */
export function withHealth(
  list: Listing<WebhookEndpoint>,
  signal: AbortSignal,
): Listing<WebhookEndpointWithHealth> {
  return {
    async *pages(after) {
      for await (const page of list.pages(after)) {
        const data = await Promise.all(
          page.data.map((one) => api.webhookEndpoints.get(one.webhook_endpoint_id, { signal })),
        );
        yield { ...page, data };
      }
    },
  };
}
