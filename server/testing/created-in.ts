import { created } from './created.ts';
import type { TestOrganization } from './harness.ts';

/** Creates resources of an organization: `create('/v1/leads', lead)` returns the lead. */
export function createdIn({ api }: TestOrganization) {
  return (path: string, body: object) => created(api.post(path, body));
}
