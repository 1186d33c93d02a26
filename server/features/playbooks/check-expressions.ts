import type { FieldError } from '../../platform/errors.ts';
import { EVERYTHING, matchesPattern } from '../../platform/events/patterns.ts';
import type { ConditionNames } from '../../platform/sandbox/jobs.ts';
import { MAX_CONDITION_LENGTH, readConditions } from './conditions.ts';
import { isTooLong, readDuration } from './durations.ts';
import { hasLiquid, type ReadText, readTexts } from './texts.ts';
import { fieldsOf } from './variables.ts';

export interface KnownEvents {
  /** All event types, each with the fields of its `data`. */
  events: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A condition or text that is not checked yet. */
type Unchecked =
  | { kind: 'condition'; condition: string; pointer: string; data: ReadonlySet<string> | undefined }
  | { kind: 'text'; text: string; pointer: string; mayLink: boolean };

/**
 * Collects the errors in conditions, texts, durations and event types, each with a pointer. Conditions and texts are
 * collected too, and read together in `finish()`.
 */
export class ExpressionCheck {
  readonly #found: (FieldError | Unchecked)[] = [];
  /** Step ids that conditions and texts use, to be checked once all step ids are known. */
  readonly stepNames: { name: string; pointer: string }[] = [];
  /** The variables that conditions and texts use: `lead`, `event`. */
  readonly variables: { root: string; pointer: string }[] = [];
  readonly #known: KnownEvents;

  constructor(knownEvents: KnownEvents) {
    this.#known = knownEvents;
  }

  add(pointer: string, code: string, detail: string): void {
    this.#found.push({ pointer, code, detail });
  }

  /** All errors, in the order of the definition. */
  async finish(organizationId: string): Promise<FieldError[]> {
    const entries = this.#found.splice(0);
    const conditions = entries.flatMap((one) =>
      'kind' in one && one.kind === 'condition' ? [one.condition] : [],
    );
    const texts = entries.flatMap((one) =>
      'kind' in one && one.kind === 'text' ? [one.text] : [],
    );
    const [readings, textReadings] = await Promise.all([
      readConditions(organizationId, conditions),
      readTexts(organizationId, texts),
    ]);
    for (const entry of entries) {
      if (!('kind' in entry)) this.#found.push(entry);
      else if (entry.kind === 'condition') this.#checkCondition(entry, readings.shift());
      else this.#checkText(entry, textReadings.shift());
    }
    return this.#found.flatMap((one) => ('kind' in one ? [] : [one]));
  }

  /** The fields of the event's data; undefined for an unknown event type. */
  dataOf(event: string): ReadonlySet<string> | undefined {
    return this.#known.events.get(event);
  }

  /** Checks a CEL condition. `data` are the fields of the event's data, if the event type is known. */
  condition(when: unknown, pointer: string, data?: ReadonlySet<string>): void {
    if (typeof when !== 'string') {
      this.add(pointer, 'wrong_type', 'A condition must be a string with a CEL expression.');
      return;
    }
    if (when.length > MAX_CONDITION_LENGTH) {
      const detail = `A condition must have at most ${MAX_CONDITION_LENGTH} characters.`;
      this.add(pointer, 'too_long', detail);
      return;
    }
    this.#found.push({ kind: 'condition', condition: when, pointer, data });
  }

  #checkCondition(
    { pointer, data }: Extract<Unchecked, { kind: 'condition' }>,
    read: ConditionNames | undefined,
  ): void {
    if (!read || 'unreadable' in read) {
      const detail = `The condition is not valid CEL: ${read?.unreadable}. Fix it and try again.`;
      this.add(pointer, 'invalid_condition', detail);
    } else this.#names(read.names, pointer, data);
  }

  /** Checks a Liquid text. Only a message to the contact can have links. */
  text(text: string, pointer: string, mayLink = false): void {
    if (hasLiquid(text)) this.#found.push({ kind: 'text', text, pointer, mayLink });
  }

  #checkText(
    { pointer, mayLink }: Extract<Unchecked, { kind: 'text' }>,
    read: ReadText | undefined,
  ): void {
    if (!read || 'unreadable' in read) {
      const detail = `The text is not valid Liquid: ${read?.unreadable}. Fix it and try again. All filters and tags are listed in /docs/guides/templates.`;
      this.add(pointer, 'invalid_template', detail);
      return;
    }
    for (const name of read.unknown) this.#unknownName(name, pointer);
    this.#names(read.names, pointer);
    if (mayLink || !read.names.some(([root]) => root === 'links')) return;
    const detail =
      'Only the body of send_message can have links, because only the contact may get them. Remove links, or use a template.';
    this.add(pointer, 'not_allowed', detail);
  }

  #names(
    names: readonly (readonly [root: string, field?: string])[],
    pointer: string,
    data?: ReadonlySet<string>,
  ): void {
    const seen = new Set<string>();
    for (const [root, field] of names) {
      this.variables.push({ root, pointer });
      const name = `${root}.${field}`;
      if (field === undefined || seen.has(name)) continue;
      seen.add(name);
      const fields = root === 'data' ? data : fieldsOf(root);
      if (root === 'steps') this.stepNames.push({ name: field, pointer });
      else if (fields && !fields.has(field)) this.#unknownName(name, pointer);
    }
  }

  #unknownName(name: string, pointer: string): void {
    const detail = `Unknown variable ${name}. Use a variable such as lead.name; /docs/guides/playbooks lists all variables.`;
    this.add(pointer, 'unknown_variable', detail);
  }

  duration(text: unknown, pointer: string): void {
    if (typeof text !== 'string') return;
    const duration = readDuration(text);
    if (duration === null) {
      const detail = 'The value must be an ISO 8601 duration such as PT5M, PT2H or P3D.';
      this.add(pointer, 'invalid_duration', detail);
    } else if (isTooLong(duration)) {
      const detail =
        'The duration must be at most 400 days. For longer waits, start another playbook by a later event.';
      this.add(pointer, 'wait_too_long', detail);
    }
  }

  /** Checks event types, or patterns for all events of a resource such as `communication.*`. */
  eventPatterns(patterns: readonly unknown[], pointer: string): void {
    for (const [index, pattern] of patterns.entries()) {
      if (typeof pattern === 'string') this.eventPattern(pattern, `${pointer}/${index}`);
    }
  }

  eventPattern(pattern: string, pointer: string): void {
    const { events } = this.#known;
    // The pattern for all events is not allowed here: a run must wait for or stop on named events.
    const isKnown =
      pattern !== EVERYTHING && [...events.keys()].some((type) => matchesPattern(pattern, type));
    if (!isKnown) {
      this.unknownEvent(pointer, pattern, 'such as appointment.booked, or communication.*');
    }
  }

  unknownEvent(pointer: string, name: string, hint: string): void {
    const detail = `Unknown event type ${JSON.stringify(name.slice(0, 100))}. Use an event type ${hint}. GET /v1/event-types lists all event types.`;
    this.add(pointer, 'unknown_event_type', detail);
  }
}
