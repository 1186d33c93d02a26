import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Caller } from '../auth/authenticator.ts';
import { callerFor } from '../auth/caller-for.ts';
import { conceal, hiddenFieldsOf, hiddenFrom } from '../auth/hidden-fields.ts';
import { assertRecentSignIn } from '../auth/recent-sign-in.ts';
import { holds } from '../auth/scopes.ts';
import { actingVia, VIA_HEADER } from '../auth/via.ts';
import { type Database, isRefusedBy, type TransactionOptions } from '../database/database.ts';
import {
  type FieldError,
  notFound,
  organizationSuspended,
  Problem,
  validationFailed,
} from '../errors.ts';
import type { EventCatalog } from '../events/event-catalog.ts';
import {
  assertIdempotencyKey,
  findResponse,
  findResponseAhead,
  type IdempotentRequest,
  idempotentRequest,
  type StoredResponse,
  saveResponse,
} from '../idempotency.ts';
import { toUuid } from '../ids.ts';
import { isObject } from '../is-object.ts';
import type { Secrets } from '../secrets.ts';
import { baseUrlOf } from './base-url.ts';
import { bodyLimitOf } from './body-limit.ts';
import { applyAllowedOrigins, isForBrowsers, servePreflight } from './cors.ts';
import type { DownloadOperation } from './download-operation.ts';
import { readDryRun } from './dry-run.ts';
import { removeEmptyFields } from './empty-fields.ts';
import { etagOf, isUnchanged } from './etag.ts';
import { CODE_FORM } from './fields.ts';
import type {
  Brief,
  Input,
  Mutation,
  Operation,
  OperationResponse,
  ParamKind,
  ReadOperation,
} from './operation.ts';
import type { RateLimit } from './rate-limit.ts';
import { serializeAs } from './response-serializer.ts';
import { downloadHandler } from './serve-download.ts';
import { streamHandler } from './serve-stream.ts';
import { ownOrigin } from './session-cookie.ts';
import { sizeErrors } from './size-limits.ts';
import type { StreamOperation, StreamServices } from './stream-operation.ts';
import { locateUnknownId } from './unknown-ids.ts';
import { contentTypeOf, passBodiesUnread, readUpload } from './upload-body.ts';
import type { UploadLimit } from './upload-limit.ts';
import type { UploadOperation } from './upload-operation.ts';
import { bodyValidator, queryValidator, unstorableText, type Validate } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The caller's organization, for the log. */
    organizationId: string | null;
    /** The lifecycle number of the response, for the log. */
    lifecycleNumber: string | null;
    /** The caller only asks what would happen. */
    isDryRun: boolean;
  }
}

export interface OperationServices extends StreamServices {
  rateLimit: RateLimit;
  /** The public address of the service; null to use the address that each request arrives at. */
  publicUrl: string | null;
  secrets: Secrets | null;
  allowsPrivateAddresses: boolean;
  eventTypes: EventCatalog;
  uploads: UploadLimit;
}

/** Serves one operation: authenticates, limits, checks scope and input, then runs its one transaction. */
export function serveOperation(
  app: FastifyInstance,
  operation: Operation,
  services: OperationServices,
): void {
  const readInput = inputReader(operation, services);
  const show = fieldFilter(operation);
  const handleStream = unboundedHandler(app, operation, services);

  const route: RouteOptions = {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(takesJson(operation) ? operation.body : null),
    onRequest: async (request, reply) => {
      const known = await authenticate(request, services);
      const caller = actingVia(known, request.headers[VIA_HEADER]);
      request.organizationId = caller.organizationId;
      if (isForBrowsers(operation)) applyAllowedOrigins(caller, request, reply);
      services.rateLimit.take(caller, request.ip, reply);
      request.caller = callerFor(operation, caller);
      if (operation.needsRecentSignIn) assertRecentSignIn(caller, services.database.clock.now());
      request.isDryRun = readDryRun(operation, request, reply);
      if (takesJson(operation)) ignoreTypeOfNothing(request);
    },
    handler: async (request, reply) => {
      const input = await readInput(request);
      if (operation.kind === 'stream' || operation.kind === 'download') {
        return handleStream!(request, reply, input);
      }
      const response = await runOperation(operation, input, request, reply, services).catch(
        (error: unknown) => {
          throw error instanceof Problem ? locateUnknownId(error, operation, input) : error;
        },
      );
      request.lifecycleNumber = lifecycleNumberOf(response.body);
      reply.code(response.status);
      const brief = briefFor(operation, input.caller);
      if (brief !== null) return sendBrief(reply, response.body, brief);
      const shown = show(response, input.caller);
      if (operation.kind === 'read' && operation.hasEtag) {
        reply.header('cache-control', 'private, no-cache');
        if (isUnchanged(request, reply, etagOf(shown))) return reply.code(304).send();
      }
      serializeAs(reply, operation, response.status);
      return reply.send(shown);
    },
  };
  if (isForBrowsers(operation)) servePreflight(app, route);
  if (operation.kind !== 'upload') app.route(route);
  else {
    app.register(async (scope) => {
      passBodiesUnread(scope, Object.keys(operation.media));
      scope.route(route);
    });
  }
}

/** Of an operation whose response is not one JSON value. */
function unboundedHandler(app: FastifyInstance, operation: Operation, services: OperationServices) {
  if (operation.kind === 'stream') return streamHandler(app, operation, services);
  return operation.kind === 'download' ? downloadHandler(app, operation, services) : null;
}

/** Counts wrong tokens by address. A request without a token is none, and costs nothing. */
export async function authenticate(
  { headers, ip }: FastifyRequest,
  { authenticator, rateLimit }: Pick<OperationServices, 'authenticator' | 'rateLimit'>,
): Promise<Caller> {
  const { authorization } = headers;
  try {
    const assertFew = () => rateLimit.assertFewFailures(ip);
    const caller = await authenticator.authenticate(authorization, assertFew);
    if (caller.isSuspended) throw organizationSuspended();
    return caller;
  } catch (error) {
    const isWrong = error instanceof Problem && error.code === 'unauthorized';
    if (isWrong && authorization !== undefined) rateLimit.countFailure(ip);
    throw error;
  }
}

function runOperation(
  operation: Exclude<Operation, StreamOperation | DownloadOperation>,
  input: Input<Record<string, string>, unknown, never>,
  request: FastifyRequest,
  reply: FastifyReply,
  { database, uploads }: Pick<OperationServices, 'database' | 'uploads'>,
): Promise<StoredResponse> {
  switch (operation.kind) {
    case 'read':
      return runRead(operation, input, database);
    case 'mutation':
      return runMutation(operation, input, request, reply, database);
    case 'upload':
      return uploads.run(input.caller.organizationId, () =>
        runUpload(operation, input, request, reply, database),
      );
  }
}

async function runUpload(
  operation: UploadOperation,
  { query, caller }: Input<Record<string, string>, unknown, undefined>,
  request: FastifyRequest,
  reply: FastifyReply,
  database: Database,
): Promise<StoredResponse> {
  const options = transactionFor(caller);
  const answer = await operation.run({
    query,
    caller,
    url: request.url,
    idempotencyKey: readIdempotencyKey(request),
    ...contentTypeOf(request, Object.keys(operation.media)),
    body: readUpload(request, operation.limitBytes),
    transaction: (work) => database.transaction(options, work),
    holding: (name, work) => database.withLock(`${caller.organizationId} ${name}`, work),
  });
  if (answer.replayed) reply.header('Idempotent-Replayed', 'true');
  return answer;
}

async function runRead(
  operation: ReadOperation,
  input: Input<Record<string, string>, unknown, unknown>,
  database: Database,
): Promise<StoredResponse> {
  const options = transactionFor(input.caller);
  if (!operation.isRehearsal) {
    return { status: 200, body: await database.read(options, (tx) => operation.run(tx, input)) };
  }
  const body = await database.transaction(options, async (tx) => {
    const answer = await operation.run(tx, input);
    await tx.rehearse();
    return answer;
  });
  return { status: 200, body };
}

async function runMutation(
  operation: Mutation,
  input: Input<Record<string, string>, unknown, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  database: Database,
): Promise<StoredResponse> {
  const idempotent = readIdempotentRequest(operation, input, request);
  const isAhead = operation.takesKeyLast;
  const options = { ...transactionFor(input.caller), connectsLate: isAhead };
  try {
    return await database.transaction(options, async (tx) => {
      if (idempotent) {
        const find = isAhead ? findResponseAhead : findResponse;
        const before = await find(tx, idempotent);
        if (before) {
          reply.header('Idempotent-Replayed', 'true');
          return before;
        }
      }
      const answer = await operation.run(tx, input);
      if (request.isDryRun) await tx.rehearse();
      else {
        const hasAssigned = answer.assigned !== undefined;
        if (idempotent) saveResponse(tx, idempotent, answer, { hasAssigned, isAhead });
        await tx.commit();
      }
      return complete(answer);
    });
  } catch (error) {
    const reason = Object.keys(operation.refusals).find((name) => isRefusedBy(error, name));
    const refuse = reason === undefined ? undefined : operation.refusals[reason];
    if (refuse === undefined) throw error;
    throw await database.read(options, async (tx) => refuse(tx, input));
  }
}

/** Adds the numbers that the database assigned. The events with this body are written by now. */
async function complete({ status, body, assigned }: OperationResponse): Promise<StoredResponse> {
  if (assigned !== undefined && isObject(body)) {
    for (const name in assigned) body[name] = await assigned[name];
  }
  return { status, body };
}

function briefFor(operation: Operation, { scopes }: Caller): Brief | null {
  const brief = operation.kind === 'mutation' ? operation.brief : null;
  return brief?.unless.some((scope) => holds(scopes, scope)) ? null : brief;
}

/** The schema of the route is that of the whole resource, so these fields are serialized without it. */
function sendBrief(reply: FastifyReply, body: unknown, { body: { properties } }: Brief) {
  const whole = isObject(body) ? body : {};
  const fields = Object.keys(properties).map((name) => [name, whole[name]]);
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(Object.fromEntries(fields));
}

function lifecycleNumberOf(body: unknown): string | null {
  if (!isObject(body)) return null;
  return typeof body.lifecycle_number === 'string' ? body.lifecycle_number : null;
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  assertIdempotencyKey(key);
  return key;
}

function readIdempotentRequest(
  operation: Mutation,
  input: Input<Record<string, string>, unknown, unknown>,
  request: FastifyRequest,
): IdempotentRequest | null {
  const key = readIdempotencyKey(request);
  if (key === null) return null;
  return idempotentRequest({
    key,
    route: `${operation.method} ${operation.path}`,
    url: request.url,
    body: input.body,
    ownerId: input.caller.ownerId,
    sealedFor: operation.secret ? (request.headers.authorization ?? '') : null,
  });
}

function transactionFor({ organizationId, actor, ownerId }: Caller): TransactionOptions {
  return { organizationId, actor, ownerId };
}

/** Leaves out the fields of the response that the caller may not see. A replayed response is filtered, too. */
function fieldFilter(operation: Operation) {
  const isStreamed = operation.kind === 'stream' || operation.kind === 'download';
  const bodies = isStreamed ? [] : Object.entries(operation.responses);
  const byStatus = new Map(
    bodies.map(([status, { body }]) => [Number(status), hiddenFieldsOf(body)]),
  );
  return ({ status, body }: StoredResponse, { scopes }: Caller): unknown => {
    const fields = byStatus.get(status) ?? [];
    return fields.length === 0 ? body : conceal(body, hiddenFrom(scopes, fields));
  };
}

function inputReader(
  operation: Operation,
  {
    publicUrl,
    secrets,
    allowsPrivateAddresses,
    eventTypes,
  }: Pick<OperationServices, 'publicUrl' | 'secrets' | 'allowsPrivateAddresses' | 'eventTypes'>,
) {
  const ignoresEmpty = 'ignoresEmpty' in operation && operation.ignoresEmpty;
  const validateQuery = queryValidator(operation.query, ignoresEmpty);
  const checkQuery = operation.kind === 'mutation' ? null : operation.check;
  const validateBody = takesJson(operation) ? bodyReader(operation, eventTypes) : () => undefined;

  return async (
    request: FastifyRequest,
  ): Promise<Input<Record<string, string>, unknown, never>> => {
    const caller = request.caller!;
    const query = request.query as Record<string, unknown>;
    const wrong = [...unstorableText(query), ...validateQuery(query)];
    const more = checkQuery && (await alsoCheck(wrong, () => checkQuery(query, eventTypes)));
    wrong.push(...(more ?? []));
    if (wrong.length > 0) throw validationFailed(wrong);
    return {
      params: readParams(operation, request.params as Record<string, string>),
      query,
      body: (await validateBody(request, caller)) as never,
      caller,
      baseUrl: baseUrlOf(request, publicUrl),
      origin: ownOrigin(request, publicUrl),
      secrets,
      allowsPrivateAddresses,
      eventTypes,
    };
  };
}

/** Some clients name a type even if they send nothing, such as curl with an empty text. */
function ignoreTypeOfNothing({ headers }: FastifyRequest): void {
  const isEmpty = Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty && headers['transfer-encoding'] === undefined) delete headers['content-type'];
}

function takesJson(operation: Operation): operation is Mutation | ReadOperation {
  return 'body' in operation && operation.method !== 'GET';
}

/** The validator reads a body of this size within a few milliseconds, whatever is wrong with it. */
const SMALL_BODY_BYTES = 8_192;

const NO_BODY = { type: 'object', properties: {}, additionalProperties: false };
/** A code in the path. */
const CODE = new RegExp(CODE_FORM);

function bodyReader(
  operation: Mutation | ReadOperation,
  eventTypes: EventCatalog,
): (request: FastifyRequest, caller: Caller) => Promise<unknown> {
  const isMutation = operation.kind === 'mutation';
  const schema = operation.body ?? NO_BODY;
  const validate: Validate = bodyValidator(schema);
  const isOptional = operation.body === null || (isMutation && operation.isBodyOptional);
  return async ({ body, headers }, caller) => {
    // Some clients send null for no body.
    if (body === undefined || (body === null && isOptional)) {
      if (isOptional) return operation.body === null ? undefined : {};
      throw new Problem(400, 'body_missing', 'This operation needs a JSON object as its body.');
    }
    const isSmall = Number(headers['content-length']) < SMALL_BODY_BYTES;
    const tooLong = isSmall ? [] : sizeErrors(schema, body);
    if (tooLong.length > 0) throw validationFailed(tooLong);
    if (isMutation && operation.ignoresEmpty) removeEmptyFields(schema, body);
    const errors = [...unstorableText(body), ...validate(body)];
    const check = await alsoCheck(errors, () =>
      isMutation && isObject(body) ? operation.check?.(body, caller, eventTypes) : null,
    );
    if (check) errors.push(...check.errors);
    if (errors.length > 0) throw validationFailed(errors, check?.code);
    return body;
  };
}

/**
 * An operation's own rules are checked on input that may not match its schema, so that all errors are reported at once.
 * What is too wrong for them, such as an object that cannot be a text, is already among the errors.
 */
async function alsoCheck<Found>(
  errors: readonly FieldError[],
  check: () => Found | Promise<Found>,
): Promise<Found | null> {
  try {
    return await check();
  } catch (error) {
    if (errors.length === 0) throw error;
    return null;
  }
}

/** What is not an id of the resource is not found. */
function readParams(operation: Operation, params: Record<string, string>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, prefix] of Object.entries(operation.params)) {
    const value = readParam(prefix, params[name] ?? '');
    if (value === null) throw notFound(operation.resource);
    values[name] = value;
  }
  return values;
}

function readParam(kind: ParamKind, text: string): string | null {
  if (kind === 'lifecycle_number') return /^\d{6,15}-\d$/.test(text) ? text : null;
  if (kind === 'event_type') return /^[a-z_]+\.[a-z_]+$/.test(text) ? text : null;
  if (kind.endsWith('_code')) return CODE.test(text) ? text : null;
  if (kind === 'version') return /^[1-9]\d{0,8}$/.test(text) ? text : null;
  return toUuid(kind, text);
}
