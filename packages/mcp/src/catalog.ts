import { asList, asObject, asText, isObject, type JsonObject } from './json.ts';
import { SearchIndex } from './search.ts';

/** One operation of the API, as far as the tools need it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** One of these is needed; empty: every token can use it. */
  scopes: readonly string[];
  /** One of each group is needed, too. */
  alsoNeeds: readonly (readonly string[])[];
  /** It shows a secret, or changes what a thief would change: only a person should use it. */
  isForPeople: boolean;
  effect: string;
  undo: string | null;
  parameters: readonly JsonObject[];
  /** The schema of its body, as the document has it; null for none. */
  body: unknown;
  /** Whether request and response are JSON: not so for uploads, downloads and streams. */
  isJson: boolean;
  takesDryRun: boolean;
}

/** How people sign in is not for models: they have a token. */
const SIGN_IN = 'Sign-in';

/**
 * The operations of the service, read from its own OpenAPI document. So a program that was installed earlier knows what
 * a newer service can do, and never offers what an older one lacks.
 */
export class Catalog {
  readonly operations: readonly Operation[];
  readonly #byId: ReadonlyMap<string, Operation>;
  readonly #document: JsonObject;
  #index: SearchIndex<Operation> | null = null;

  constructor(document: unknown) {
    this.#document = asObject(document);
    this.operations = Object.entries(asObject(this.#document.paths))
      .flatMap(([path, item]) =>
        Object.entries(asObject(item)).map(([method, operation]) =>
          this.#read(path, method, asObject(operation)),
        ),
      )
      .filter(({ tag }) => tag !== SIGN_IN);
    this.#byId = new Map(this.operations.map((operation) => [operation.id, operation]));
  }

  find(id: string): Operation | null {
    return this.#byId.get(id) ?? null;
  }

  /** An operation that a tool is made of. */
  get(id: string): Operation {
    const operation = this.find(id);
    if (operation === null) throw new Error(`This service has no operation ${id}.`);
    return operation;
  }

  /** The best matches first. */
  search(words: string, limit: number): Operation[] {
    this.#index ??= new SearchIndex(this.operations, (operation) => [
      [3, `${operation.summary} ${splitCamelCase(operation.id)}`],
      [1, `${operation.tag} ${operation.path.replaceAll(/[/{}_-]/g, ' ')}`],
      [0.4, operation.description.replace(/\n+Scope: .*$/s, '')],
      [0.2, this.#fieldsOf(operation).join(' ').replaceAll('_', ' ')],
    ]);
    return this.#index.search(words, limit);
  }

  /** Everything that a caller needs to use the operation, without examples. */
  describe({ id, method, path, description, parameters, body, undo }: Operation): JsonObject {
    return {
      operation_id: id,
      is: `${method} ${path}`,
      description,
      ...(undo !== null && { undo }),
      parameters: Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in !== 'header')
          .map((parameter) => [asText(parameter.name), this.#describeParameter(parameter)]),
      ),
      ...(body !== null && { body: this.#inline(body, 0) }),
    };
  }

  /** Pointers to the fields of the body that only a person should fill in, such as secrets. */
  fieldsForPeople({ body: schema }: Operation, body: unknown): string[] {
    return this.#fieldsForPeople(schema, body, '', 0);
  }

  #fieldsForPeople(schema: unknown, value: unknown, pointer: string, depth: number): string[] {
    if (value === undefined || value === null || depth > MAX_DEPTH) return [];
    const resolved = asObject(this.#resolve(schema));
    if (resolved['x-for-people'] === true) return [pointer];
    const at = (part: unknown, member: unknown, name: string) =>
      this.#fieldsForPeople(part, member, name, depth + 1);
    const variants = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => asList(resolved[name]));
    const found = [
      ...variants.flatMap((variant) => at(variant, value, pointer)),
      ...Object.entries(asObject(resolved.properties)).flatMap(([name, part]) =>
        at(part, asObject(value)[name], `${pointer}/${name}`),
      ),
      ...asList(value).flatMap((item, index) => at(resolved.items, item, `${pointer}/${index}`)),
    ];
    return [...new Set(found)];
  }

  #describeParameter({ description, required, schema }: JsonObject): JsonObject {
    const inlined = asObject(this.#inline(schema, 0));
    return { ...(required === true && { required }), ...inlined, description };
  }

  #read(path: string, method: string, operation: JsonObject): Operation {
    const parameters = asList(operation.parameters).map((one) => asObject(this.#resolve(one)));
    const content = asObject(asObject(this.#resolve(operation.requestBody)).content);
    const success = Object.entries(asObject(operation.responses)).find(([status]) =>
      status.startsWith('2'),
    );
    const answered = asObject(asObject(this.#resolve(success?.[1])).content);
    const sendsJson = Object.keys(content).length === 0 || 'application/json' in content;
    return {
      id: asText(operation.operationId),
      method: method.toUpperCase(),
      path,
      tag: asText(asList(operation.tags)[0]),
      summary: asText(operation.summary),
      description: asText(operation.description),
      scopes: asList(operation['x-scopes']).map(asText),
      alsoNeeds: asList(operation['x-also-needs']).map((group) => asList(group).map(asText)),
      isForPeople: operation['x-for-people'] === true,
      effect: asText(operation['x-effect']),
      undo: typeof operation['x-undo'] === 'string' ? operation['x-undo'] : null,
      parameters,
      body: asObject(content['application/json']).schema ?? null,
      isJson: sendsJson && 'application/json' in answered,
      takesDryRun: parameters.some(({ name }) => asText(name).toLowerCase() === 'dry-run'),
    };
  }

  #fieldsOf({ parameters, body }: Operation): string[] {
    const schema = asObject(this.#resolve(body));
    return [
      ...parameters.filter(({ in: place }) => place === 'query').map(({ name }) => asText(name)),
      ...Object.keys(asObject(schema.properties)),
    ];
  }

  #resolve(value: unknown): unknown {
    const ref = asObject(value).$ref;
    if (typeof ref !== 'string') return value;
    return ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((within, name) => asObject(within)[name], this.#document);
  }

  /** Steps of playbooks contain steps, so the depth is limited. */
  #inline(value: unknown, depth: number): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#inline(item, depth + 1));
    if (!isObject(value)) return value;
    if (depth > MAX_DEPTH) return {};
    const resolved = asObject(this.#resolve(value));
    const shown = Object.entries(resolved).filter(([name]) => !NOT_SHOWN.has(name));
    return Object.fromEntries(shown.map(([name, one]) => [name, this.#inline(one, depth + 1)]));
  }
}

const MAX_DEPTH = 9;
const NOT_SHOWN = new Set(['example', 'examples', 'title', 'x-needs', 'additionalProperties']);

function splitCamelCase(name: string): string {
  return name.replaceAll(/([A-Z])/g, ' $1');
}
