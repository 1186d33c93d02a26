import type { FieldError } from '../../platform/errors.ts';
import { EVERYTHING, matchesPattern } from '../../platform/events/patterns.ts';
import { isObject } from '../../platform/is-object.ts';
import { type Condition, LONGEST_CONDITION, readCondition } from './conditions.ts';
import { DEEPEST_BRANCH, MOST_STEPS } from './definition.ts';
import { isTooLong, readDuration } from './durations.ts';
import { escapePointer, type Members } from './members.ts';
import { STEP_KINDS, stepKind } from './step-kinds.ts';
import { readText } from './texts.ts';
import { checkWith } from './validate-with.ts';
import { fieldsOf } from './variables.ts';

/**
 * Everything that is wrong with a definition, or with the parts of it that a change sends, each with a
 * pointer to it. No database is asked; `references.ts` does that.
 */

/** The texts of a hundred good steps, several times over; every version and every run's start read it. */
const MOST_CHARACTERS = 250_000;
const STEP_ID = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const STEP_MEMBERS = new Set(['id', 'do', 'when', 'with']);
const BRANCH_MEMBERS = new Set(['id', 'do', 'when', 'then', 'else']);

export interface World {
  /** The kinds of events that there are, with the fields of each one's `data`. */
  events: ReadonlyMap<string, ReadonlySet<string>>;
}

export function validateDefinition(body: Members, world: World): FieldError[] {
  const check = new DefinitionCheck(world);
  if (body.trigger !== undefined) check.trigger(body.trigger);
  if (Array.isArray(body.stop_on)) check.eventPatterns(body.stop_on, '/stop_on');
  if (Array.isArray(body.steps)) check.allSteps(body.steps);
  return check.errors;
}

/** Collects what is wrong on one walk over the definition. */
export class DefinitionCheck {
  readonly errors: FieldError[] = [];
  readonly #world: World;
  /** Where each id was first seen. */
  readonly #ids = new Map<string, string>();
  /** Steps that conditions and texts name, checked once all ids are known. */
  readonly #stepNames: { name: string; pointer: string }[] = [];
  #count = 0;

  constructor(world: World) {
    this.#world = world;
  }

  add(pointer: string, code: string, detail: string): void {
    this.errors.push({ pointer, code, detail });
  }

  trigger(trigger: unknown): void {
    if (!isObject(trigger)) return;
    const { event, when, manual } = trigger;
    if ((event === undefined) === (manual === undefined)) {
      const detail = 'A trigger is either { "event": … } or { "manual": true }. Give one of them.';
      this.add('/trigger', 'invalid_trigger', detail);
    }
    if (manual !== undefined && when !== undefined) {
      const detail = 'A playbook that is only run by hand has no condition. Leave when out.';
      this.add('/trigger/when', 'not_allowed', detail);
      return;
    }
    if (typeof event === 'string' && !this.#world.events.has(event)) {
      this.#unknownEvent('/trigger/event', event, 'such as lead.qualified');
    }
    const data = typeof event === 'string' ? this.#world.events.get(event) : undefined;
    if (typeof when === 'string') this.condition(when, '/trigger/when', data);
  }

  allSteps(steps: readonly unknown[]): void {
    if (steps.length === 0) {
      this.add('/steps', 'too_short', 'A playbook needs at least one step. Add one to steps.');
      return;
    }
    if (JSON.stringify(steps).length > MOST_CHARACTERS) {
      const detail = `The steps must have at most ${MOST_CHARACTERS} characters in all. Keep long texts as templates.`;
      this.add('/steps', 'too_long', detail);
      return;
    }
    this.#steps(steps, '/steps', 0);
    if (this.#count > MOST_STEPS) {
      const detail = `A playbook has at most ${MOST_STEPS} steps, those in branches included; this one has more. Split it in two.`;
      this.add('/steps', 'too_long', detail);
    }
    for (const { name, pointer } of this.#stepNames) {
      if (this.#ids.has(name)) continue;
      const detail = `It names steps.${name}, but no step has that id. Correct the name, or the id of the step.`;
      this.add(pointer, 'unknown_step', detail);
    }
  }

  #steps(steps: readonly unknown[], pointer: string, depth: number): void {
    for (const [index, step] of steps.entries()) {
      // The rest is not looked at: that there are too many is said already.
      if (this.#count > MOST_STEPS) return;
      this.#count += 1;
      this.#step(step, `${pointer}/${index}`, depth);
    }
  }

  #step(step: unknown, pointer: string, depth: number): void {
    if (!isObject(step)) {
      // On the first level the schema has said so.
      if (depth > 0)
        this.add(pointer, 'wrong_type', 'A step must be an object with an id and a do.');
      return;
    }
    this.#stepId(step.id, pointer);
    if (step.when !== undefined) this.condition(step.when, `${pointer}/when`);
    const kind = stepKind(step.do);
    if (!kind) {
      const detail = `There is no such step. The field do must be one of ${STEP_KINDS.join(', ')}.`;
      this.add(`${pointer}/do`, step.do === undefined ? 'required' : 'unknown_step_kind', detail);
      return;
    }
    const isBranch = step.do === 'branch';
    this.#unknownMembers(step, pointer, isBranch ? BRANCH_MEMBERS : STEP_MEMBERS);
    if (isBranch) {
      this.#branch(step, pointer, depth);
      return;
    }
    if (step.with === undefined && kind.isOptional) return;
    if (!isObject(step.with)) {
      const code = step.with === undefined ? 'required' : 'wrong_type';
      const detail = `The step ${step.do} needs with, an object that says how to do it.`;
      this.add(`${pointer}/with`, code, detail);
      return;
    }
    for (const error of kind.validate(step.with)) {
      this.errors.push({ ...error, pointer: `${pointer}/with${error.pointer}` });
    }
    checkWith(this, String(step.do), step.with, `${pointer}/with`);
  }

  #stepId(id: unknown, pointer: string): void {
    if (typeof id !== 'string' || !STEP_ID.test(id)) {
      const code = id === undefined ? 'required' : 'invalid_format';
      const detail =
        'Every step needs an id: a letter, then at most 63 letters, digits or underscores.';
      this.add(`${pointer}/id`, code, detail);
      return;
    }
    const first = this.#ids.get(id);
    if (first === undefined) this.#ids.set(id, pointer);
    else {
      const detail = `The id ${id} is taken by the step at ${first}. Give each step an id of its own.`;
      this.add(`${pointer}/id`, 'repeated', detail);
    }
  }

  #unknownMembers(step: Members, pointer: string, known: ReadonlySet<string>): void {
    for (const name of Object.keys(step)) {
      if (known.has(name)) continue;
      const detail = `A step ${step.do} has no field ${JSON.stringify(name.slice(0, 100))}; leave it out or check its spelling.`;
      this.add(`${pointer}/${escapePointer(name)}`, 'unknown_field', detail);
    }
  }

  #branch(step: Members, pointer: string, depth: number): void {
    if (step.when === undefined) {
      this.add(`${pointer}/when`, 'required', 'A branch needs a condition. Give it in when.');
    }
    if (depth >= DEEPEST_BRANCH) {
      const detail = `Branches may stand in each other ${DEEPEST_BRANCH} deep. Split the playbook in two.`;
      this.add(pointer, 'too_deep', detail);
      return;
    }
    for (const side of ['then', 'else'] as const) {
      const steps = step[side];
      if (Array.isArray(steps)) this.#steps(steps, `${pointer}/${side}`, depth + 1);
      else if (steps !== undefined || side === 'then') {
        const code = steps === undefined ? 'required' : 'wrong_type';
        this.add(`${pointer}/${side}`, code, `The field ${side} must be a list of steps.`);
      }
    }
    if (isEmpty(step.then) && (step.else === undefined || isEmpty(step.else))) {
      const detail = 'A branch needs a step on one of its sides. Add one to then or to else.';
      this.add(`${pointer}/then`, 'too_short', detail);
    }
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
    const condition: Condition = readCondition(when);
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
      if (root === 'steps') this.#stepNames.push({ name: field, pointer });
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
      this.#unknownEvent(pointer, pattern, 'such as appointment.booked, or communication.*');
    }
  }

  #unknownEvent(pointer: string, name: string, hint: string): void {
    const detail = `There is no kind of event ${JSON.stringify(name.slice(0, 100))}. Name one ${hint}; GET /v1/event-types lists them all.`;
    this.add(pointer, 'unknown_event_type', detail);
  }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
