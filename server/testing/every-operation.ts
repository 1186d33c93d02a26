import assert from 'node:assert/strict';
import type { DescribedOperation, ParamKind } from '../platform/http/operation.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { publicRoutes, routes } from '../routes.ts';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { signedIn } from './builders.ts';
import { describedOperations } from './example-requests.ts';
import type { DescribedOperation as InDocument } from './fuzz/document.ts';
import type { TestService } from './harness.ts';
import { newUser } from './office.ts';
import type { RandomNumbers } from './random.ts';
import type { Create } from './requests.ts';

/** What the tests that are generated over all operations share. */

/** An operation as the code declares it and as openapi.json describes it. */
export interface Walked {
  id: string;
  operation: DescribedOperation;
  described: InDocument;
}

/** In the order of openapi.json: an operation that is only in one of both fails. */
export const everyOperation: readonly Walked[] = describedOperations.map((described) => {
  const operation = [...routes, ...publicRoutes].find(({ id }) => id === described.id);
  assert(operation, `openapi.json has ${described.id}, which no route serves`);
  return { id: described.id, operation, described };
});

/** An organization, and what its owner does in a browser: some operations are for people who have signed in. */
export async function newWalker(service: TestService) {
  const { organizationId, api } = await service.newOrganization();
  const userId = await newUser(api, { role: 'owner' });
  const { headers } = await signedIn(service, { organizationId, token: '', api }, userId);
  const token = headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '';
  return { organizationId, token, api: service.as(token) };
}

/** Who may call the operation, if the scope is all that matters. */
export function callerOf({ operation }: Walked, api: ApiClient, operator: ApiClient): ApiClient {
  return operation.scopes.includes('operator') ? operator : api;
}

/** Whether the operation leaves the resource in its path as others need it. */
export function keepsResource(operationId: string): boolean {
  return /^(update|create|rotate|run|test|invite)[A-Z]/.test(operationId);
}

/** The path with the given ids. */
export function pathOf({ operation }: Walked, ids: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? assert.fail(name));
}

export async function idsFor({ operation }: Walked, idOf: Create): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, kind] of Object.entries(operation.params)) ids[name] = await idOf(kind);
  return ids;
}

/** Well-formed, but of nothing. */
export function unknownOf(kind: ParamKind): string {
  if (kind === 'lifecycle_number') return '999999-0';
  if (kind === 'version') return '999';
  if (kind === 'event_type') return 'nothing.happened';
  return kind.endsWith('_code') ? 'no_such_code' : toPublicId(kind, newUuid());
}

/** Of another form, or of another kind. */
export function malformedOf(kind: ParamKind, random: RandomNumbers): string {
  const otherKind = kind === 'user' ? 'lead' : 'user';
  return pick(random, [
    '0',
    'X',
    '%00',
    'Not-an-id',
    `${kind}_`,
    `${kind}_01h455vb4pex5vsknk084sn02`,
    ...(kind.endsWith('_code') ? [] : [toPublicId(otherKind, newUuid())]),
  ]);
}

export function pick<T>(random: RandomNumbers, list: readonly T[]): T {
  const one = list[random.between(0, list.length - 1)];
  assert(one !== undefined, 'there is nothing to choose from');
  return one;
}

/** This many of the list, or all of it. */
export function sample<T>(random: RandomNumbers, list: readonly T[], count: number): T[] {
  const left = [...list];
  const size = Math.min(count, left.length);
  return Array.from({ length: size }, () => {
    const [one] = left.splice(random.between(0, left.length - 1), 1);
    return one as T;
  });
}

/** Everything by which a caller could distinguish two responses. */
export function essence({ status, headers, body }: ApiResponse) {
  const { request_id: _own, ...rest } = body;
  const names = [...headers.keys()].filter((name) => name !== 'content-length').sort();
  return { status, names, type: headers.get('content-type'), body: rest };
}

/** Whether a request without a body is refused. */
export function needsBody({ operation }: Walked): boolean {
  if (!('body' in operation) || operation.body === null) return false;
  if (operation.kind === 'public') return Object.keys(operation.body.properties).length > 0;
  return operation.kind === 'read' || !operation.isBodyOptional;
}

export function isJson({ operation, described }: Walked): boolean {
  return described.method !== 'GET' && operation.kind !== 'upload';
}
