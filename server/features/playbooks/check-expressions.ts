import type { FieldError } from '../../platform/errors.ts';
import { EVERYTHING, matchesPattern } from '../../platform/events/patterns.ts';
import { LONGEST_CONDITION, readCondition } from './conditions.ts';
import { isTooLong, readDuration } from './durations.ts';
import { readText } from './texts.ts';
import { fieldsOf } from './variables.ts';

export interface World {
  /** The kinds of events that there are, with the fields of each one's `data`. */
  events: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Collects what is wrong with conditions, texts, durations and kinds of events, each with a pointer. */
export class ExpressionCheck {
  readonly errors: FieldError[] = [];
  /** Steps that conditions and texts name, to be checked once all ids are known. */
  readonly stepNames: { name: string; pointer: string }[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  add(pointer: string, code: string, detail: string): void {
    this.errors.push({ pointer, code, detail });
  }

  /** The fields of the event's data; undefined if there is no such event. */
  dataOf(event: string): ReadonlySet<string> | undefined {
    return this.#world.events.get(event);
  }

  /** A condition in CEL. `data` are the fields of the event's data, where its kind is certain. */
  condition(when: unknown, pointer: string, data?: ReadonlySet<string>): void {
    if (typeof when !== 'string') {
      this.add(pointer, 'wrong_type', 'A condition must be a string in CEL.');
      return;
    }
    if (when.length > LONGEST_CONDITION) {
      const detail = `A condition must have at most ${LONGEST_CONDITION} characters.`;
      this.add(pointer, 'too_long', detail);
      return;
    }
    const condition = readCondition(when);
    if ('unreadable' in condition) {
      const detail = `The condition cannot be read as CEL: ${condition.unreadable}. Mend it and send it again.`;
      this.add(pointer, 'invalid_condition', detail);
      return;
    }
    this.#names(condition.names, pointer, data);
  }

  /** A text in Liquid. */
  text(text: string, pointer: string): void {
    const read = readText(text);
    if ('unreadable' in read) {
      const detail = `The text cannot be read as Liquid: ${read.unreadable}. Mend it and send it again.`;
      this.add(pointer, 'invalid_template', detail);
      return;
    }
    for (const name of read.unknown) this.#unknownName(name, pointer);
    this.#names(read.names, pointer);
  }

  #names(
    names: readonly (readonly [root: string, field?: string])[],
    pointer: string,
    data?: ReadonlySet<string>,
  ): void {
    const seen = new Set<string>();
    for (const [root, field] of names) {
      const name = `${root}.${field}`;
      if (field === undefined || seen.has(name)) continue;
      seen.add(name);
      const fields = root === 'data' ? data : fieldsOf(root);
      if (root === 'steps') this.stepNames.push({ name: field, pointer });
      else if (fields && !fields.has(field)) this.#unknownName(name, pointer);
    }
  }

  #unknownName(name: string, pointer: string): void {
    const detail = `It names ${name}, which there is not. Use one such as lead.name; docs/playbooks.md lists them all.`;
    this.add(pointer, 'unknown_variable', detail);
  }

  duration(text: unknown, pointer: string): void {
    if (typeof text !== 'string') return;
    const duration = readDuration(text);
    if (duration === null) {
      const detail = 'It must be a duration in ISO 8601, such as PT5M, PT2H or P3D.';
      this.add(pointer, 'invalid_duration', detail);
    } else if (isTooLong(duration)) {
      const detail =
        'It must be at most 400 days. Let a later event begin another playbook instead.';
      this.add(pointer, 'wait_too_long', detail);
    }
  }

  /** Kinds of events, or all kinds of a resource: `communication.*`. */
  eventPatterns(patterns: readonly unknown[], pointer: string): void {
    for (const [index, pattern] of patterns.entries()) {
      if (typeof pattern === 'string') this.eventPattern(pattern, `${pointer}/${index}`);
    }
  }

  eventPattern(pattern: string, pointer: string): void {
    const { events } = this.#world;
    // What a run waits for or stops on has a name.
    const isKnown =
      pattern !== EVERYTHING && [...events.keys()].some((type) => matchesPattern(pattern, type));
    if (!isKnown) {
      this.unknownEvent(pointer, pattern, 'such as appointment.booked, or communication.*');
    }
  }

  unknownEvent(pointer: string, name: string, hint: string): void {
    const detail = `There is no kind of event ${JSON.stringify(name.slice(0, 100))}. Name one ${hint}; GET /v1/event-types lists them all.`;
    this.add(pointer, 'unknown_event_type', detail);
  }
}
