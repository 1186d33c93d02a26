import assert from 'node:assert/strict';
import { ONE_OF } from '../../tools/generate/examples.ts';
import type { ParamKind } from '../platform/http/operation.ts';
import { isObject } from '../platform/is-object.ts';
import { ApiClient, type ApiResponse } from './api-client.ts';
import {
  addPasskey,
  makeResource,
  makeResourceFor,
  makeResourceInBodyOf,
  newInvitationKey,
  originOf,
  PASSWORD,
  passkeyHolder,
  signedIn,
} from './builders.ts';
import { ApiDocument, type DescribedOperation, listOf, type Parameter } from './fuzz/document.ts';
import { OPERATOR_TOKEN, type TestOrganization, type TestService } from './harness.ts';
import { openapiDocument } from './openapi-document.ts';
import { type Create, kindOf, sampleValue } from './requests.ts';
import { setDemo } from './set-demo.ts';

/** The documented example of an operation, with ids of resources that exist and are in the right state. */
export interface ExampleRequest {
  operationId: string;
  method: string;
  /** With the names of its ids, as the document has it. */
  template: string;
  /** The ids in the path, by name. */
  params: Record<string, string>;
  path: string;
  /** What the operation cannot do without; a list is an array here, and has commas in the `url`. */
  query: Record<string, unknown>;
  /** The path and the query. */
  url: string;
  /** A JSON body; undefined if the operation takes none. */
  body: Record<string, unknown> | undefined;
  /** A body that is not JSON; its type is among the headers. */
  raw: string | undefined;
  headers: Record<string, string>;
  token: string;
  /** Where it is sent to, if it does not work at the address of the service. */
  origin: string | null;
}

/** The document as this version makes it. */
export const currentDocument = new ApiDocument(JSON.parse(openapiDocument()));

/** All operations as the document of this version describes them. */
export const describedOperations: readonly DescribedOperation[] = currentDocument.operations;

/** The request for a new organization. */
export async function exampleRequest(
  operationId: string,
  service: TestService,
): Promise<ExampleRequest> {
  const operation = describedOperations.find(({ id }) => id === operationId);
  assert(operation, `openapi.json has no operation ${operationId}`);
  return exampleRequestIn(operation, service, await service.newOrganization());
}

/**
 * The request for this organization, about new resources unless others are given. Restoring a file needs an empty
 * organization.
 */
export async function exampleRequestIn(
  operation: DescribedOperation,
  service: TestService,
  organization: TestOrganization,
  create: Create = (kind) => makeResource(kind, service, organization),
): Promise<ExampleRequest> {
  const { id, method, path: template, parameters } = operation;
  const token = operation.isOperators ? OPERATOR_TOKEN : organization.token;
  const signIn = await signInExample(id, service, organization);
  const params = {
    ...(await paramsOf(operation, service, organization, create)),
    ...signIn?.params,
  };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const needed = parameters.filter((one) => one.in === 'query' && isNeeded(one, id));
  const query = await queryOf(needed, create);
  const [example] = listOf(operation.body?.examples);
  assert(isObject(example) || operation.body === null, `the body of ${id} has no example`);
  const createForBody = (kind: ParamKind) =>
    makeResourceInBodyOf(id, kind, service, organization, create);
  const body = isObject(example) ? await sampleValue(example, createForBody) : undefined;
  await prepare(id, service, token);
  await prepareDemo(id, service, organization);
  const sender = signIn?.token ?? token;
  return {
    ...{ operationId: id, method, template, params, path, query, token: sender },
    origin: signIn?.origin ?? null,
    url: path + written(query),
    body: isObject(body) ? { ...body, ...signIn?.body } : undefined,
    raw: operation.text ?? undefined,
    headers: {
      authorization: `Bearer ${sender}`,
      ...(operation.mediaTypes[0] !== undefined && { 'content-type': operation.mediaTypes[0] }),
    },
  };
}

/** One query for each parameter that can be left out, with what the operation cannot do without. */
export async function exampleQueries(
  { id, parameters }: DescribedOperation,
  create: Create,
): Promise<Record<string, unknown>[]> {
  const all = parameters.filter(({ name, in: place }) => place === 'query' && !OPAQUE.has(name));
  const oneOf = ONE_OF[id] ?? [];
  return Promise.all(
    all.map((one) => {
      const isInstead = oneOf.includes(one.name);
      const needed = all.filter((other) =>
        isInstead ? other.isRequired : other !== one && isNeeded(other, id),
      );
      return queryOf([...needed, one], create);
    }),
  );
}

/** A cursor is valid only if a page has returned it. */
const OPAQUE = new Set(['cursor']);

/** The values of the parameters’ examples, by name. */
async function queryOf(
  parameters: readonly Parameter[],
  create: Create,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { name, example } of parameters) {
    values[name] = await sampleValue(example, create);
  }
  return values;
}

export function sendExample(
  { method, url, body, raw, headers, token, origin }: ExampleRequest,
  service: TestService,
  more: Record<string, string> = {},
): Promise<ApiResponse> {
  const options = { headers: { ...headers, ...more }, ...(raw !== undefined && { raw }) };
  const client = origin === null ? service.as(token) : new ApiClient(origin, token);
  return client.call(method, url, body, options);
}

/** The query as it is sent: a list is one value with commas. */
export function written(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([key, member]) => [`${name}.${key}`, String(member)])
      : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function isNeeded({ name, isRequired }: Parameter, operationId: string): boolean {
  return isRequired || ONE_OF[operationId]?.[0] === name;
}

/** Which code a path has. */
function codeKind(path: string): ParamKind {
  return path.startsWith('/v1/price-items') ? 'price_item_code' : 'service_code';
}

async function paramsOf(
  { id, path, parameters }: DescribedOperation,
  service: TestService,
  organization: TestOrganization,
  create: Create,
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const { name, example } of parameters.filter((one) => one.in === 'path')) {
    const kind = name === 'code' ? codeKind(path) : kindOf(example);
    params[name] =
      kind === null
        ? String(example)
        : await makeResourceFor(id, kind, service, organization, create);
  }
  return params;
}

/** What has to be done before, to something that has no id in the path. */
const preparations: Record<string, string> = {
  resumeSending: '/v1/organization/pause-sending',
  resumeServiceSending: '/v1/service/pause-sending',
};

/** What has to exist before someone can sign in: an invitation, an account, a session. And a user who has a day. */
async function signInExample(
  operationId: string,
  service: TestService,
  organization: TestOrganization,
): Promise<SignInExample | null> {
  if (operationId.includes('Passkey')) return passkeyExample(operationId, service, organization);
  if (!SIGN_IN.has(operationId)) return null;
  const userId = await makeResource('user', service, organization);
  if (AS_USER.has(operationId)) {
    const { body } = await organization.api.post('/v1/tokens', { name: 'Day', user_id: userId });
    return { token: body.token };
  }
  if (operationId.endsWith('Invitation')) {
    return { body: { key: await newInvitationKey(organization.api, userId) } };
  }
  const { headers } = await signedIn(service, organization, userId);
  if (operationId === 'useSignInLink') {
    const { body } = await organization.api.post(`/v1/users/${userId}/sign-in-links`);
    return { body: { key: String(body.url).split('#')[1] ?? '' } };
  }
  if (operationId === 'updatePassword') {
    return { token: headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '' };
  }
  const { body: user } = await organization.api.get(`/v1/users/${userId}`);
  return { body: { email: user.email, password: PASSWORD } };
}

/** They need a token that acts for a user. */
const AS_USER = new Set(['getMyDay', 'updateMe', 'updatePreferences']);
const SIGN_IN = new Set([
  ...['createSession', 'checkInvitation', 'acceptInvitation', 'updatePassword', 'useSignInLink'],
  ...AS_USER,
]);

/** What the example of an operation by which people sign in has instead of the document's. */
interface SignInExample {
  body?: Record<string, unknown>;
  params?: Record<string, string>;
  token?: string;
  origin?: string;
}

/** An authenticator answers a new challenge each time. */
async function passkeyExample(
  operationId: string,
  service: TestService,
  organization: TestOrganization,
): Promise<SignInExample> {
  const origin = originOf(service);
  const { token, client, passkey, options } = await passkeyHolder(service, organization);
  if (!NEEDS_PASSKEY.has(operationId)) return { origin, token };
  const credential = passkey.create(options, origin);
  if (operationId === 'createPasskey') return { origin, token, body: { credential } };
  const id = await addPasskey(client, credential);
  if (operationId === 'deletePasskey') return { origin, token, params: { id } };
  const request = await client.post('/v1/passkey-sessions/options', {});
  return { origin, body: { credential: passkey.signIn(request.body.options, origin) } };
}

const NEEDS_PASSKEY = new Set(['createPasskey', 'deletePasskey', 'createPasskeySession']);

async function prepare(operationId: string, service: TestService, token: string): Promise<void> {
  const path = preparations[operationId];
  if (path === undefined) return;
  assert.equal((await service.as(token).post(path)).status, 200);
}

/** There is one demo company: it is as the example needs it. */
async function prepareDemo(
  operationId: string,
  service: TestService,
  organization: TestOrganization,
): Promise<void> {
  if (operationId === 'createDemoCompany') await setDemo(service, null);
  if (operationId !== 'createDemoSignInLink') return;
  const userId = await makeResource('user', service, organization);
  await signedIn(service, organization, userId);
  await setDemo(service, { organizationId: organization.organizationId, userId });
}
