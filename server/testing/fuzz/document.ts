import { isObject } from '../../platform/is-object.ts';

type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: string;
  schema: Json;
  example: unknown;
  isRequired: boolean;
}

/** An operation as openapi.json describes it, with all references to parameters resolved. */
export interface DescribedOperation {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  mediaTypes: readonly string[];
  /** Of a JSON body. */
  body: Json | null;
  /** An example of a body that is not JSON. */
  text: string | null;
  isStream: boolean;
  /** Accepts an Idempotency-Key: everything except reads. */
  isMutation: boolean;
  hasDryRun: boolean;
  /** For those who run the service. */
  isOperators: boolean;
}

/** The document, and its references. */
export class ApiDocument {
  readonly #root: Json;
  readonly operations: readonly DescribedOperation[];
  /** Names of properties that contain ids, by their examples. */
  readonly idFields: ReadonlySet<string>;

  constructor(root: unknown) {
    this.#root = objectOf(root);
    this.operations = Object.entries(objectOf(this.#root.paths)).flatMap(([path, methods]) =>
      Object.entries(objectOf(methods)).map(([method, operation]) =>
        this.#describe(path, method, objectOf(operation)),
      ),
    );
    this.idFields = idFieldsIn(root);
  }

  /** The schema itself, without a reference. */
  resolve(schema: unknown): Json {
    const { $ref, ...others } = objectOf(schema);
    if (typeof $ref !== 'string') return others;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => objectOf(at)[name.replaceAll('~1', '/')], this.#root);
    return { ...this.resolve(target), ...others };
  }

  #describe(path: string, method: string, operation: Json): DescribedOperation {
    const content = objectOf(this.resolve(operation.requestBody).content);
    const success = Object.entries(objectOf(operation.responses)).map(([, one]) =>
      objectOf(this.resolve(one).content),
    );
    const [text] = Object.values(content).flatMap((one) => objectOf(one).example ?? []);
    const json = objectOf(content['application/json']).schema;
    return {
      id: String(operation.operationId),
      method: method.toUpperCase(),
      path,
      parameters: listOf(operation.parameters).map((one) => this.#parameter(one)),
      mediaTypes: Object.keys(content),
      body: json === undefined ? null : this.resolve(json),
      text: typeof text === 'string' ? text : null,
      isMutation: operation['x-idempotent'] === true,
      hasDryRun: operation['x-dry-run'] === true,
      isStream: success.some((types) => 'text/event-stream' in types),
      isOperators: listOf(operation['x-scopes']).includes('operator'),
    };
  }

  #parameter(described: unknown): Parameter {
    const one = this.resolve(described);
    return {
      name: String(one.name),
      in: String(one.in),
      schema: this.resolve(one.schema),
      example: one.example,
      isRequired: one.required === true,
    };
  }
}

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export const ID = /\b([a-z_]+)_[0-7][0-9a-hjkmnp-tv-z]{25}\b|\b\d{6,}-\d\b/g;

function idFieldsIn(root: unknown): Set<string> {
  const names = new Set<string>();
  JSON.stringify(root, (name, schema) => {
    const [example] = isObject(schema) ? listOf(schema.examples) : [];
    const first = Array.isArray(example) ? example[0] : example;
    if (typeof first === 'string' && first.replace(ID, '') === '') names.add(name);
    return schema;
  });
  return names;
}
