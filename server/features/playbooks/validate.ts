import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { ExpressionCheck, type World } from './check-expressions.ts';
import { MAX_STEPS } from './definition.ts';
import { escapePointer, type Members } from './members.ts';
import { findStepKind, STEP_NAMES } from './steps/index.ts';
import type { StepCheck } from './steps/step.ts';

/** The texts of a hundred good steps, several times over; every version and every run's start read it. */
const MAX_CHARACTERS = 250_000;
const STEP_ID = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/**
 * Everything that is wrong with a definition, or with the parts of it that a change sends, each with a
 * pointer to it. No database is asked; `references.ts` does that.
 */
export function validateDefinition(body: Members, world: World): FieldError[] {
  const check = new DefinitionCheck(world);
  if (body.trigger !== undefined) check.trigger(body.trigger);
  if (Array.isArray(body.stop_on)) check.eventPatterns(body.stop_on, '/stop_on');
  if (Array.isArray(body.steps)) check.allSteps(body.steps);
  return check.errors;
}

/** Collects what is wrong on one walk over the definition. */
class DefinitionCheck extends ExpressionCheck implements StepCheck {
  depth = 0;
  /** Where each id was first seen. */
  readonly #ids = new Map<string, string>();
  #count = 0;

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
    const data = typeof event === 'string' ? this.dataOf(event) : undefined;
    if (typeof event === 'string' && data === undefined) {
      this.unknownEvent('/trigger/event', event, 'such as lead.qualified');
    }
    if (typeof when === 'string') this.condition(when, '/trigger/when', data);
  }

  allSteps(steps: readonly unknown[]): void {
    if (steps.length === 0) {
      this.add('/steps', 'too_short', 'A playbook needs at least one step. Add one to steps.');
      return;
    }
    if (JSON.stringify(steps).length > MAX_CHARACTERS) {
      const detail = `The steps must have at most ${MAX_CHARACTERS} characters in all. Keep long texts as templates.`;
      this.add('/steps', 'too_long', detail);
      return;
    }
    this.#steps(steps, '/steps');
    if (this.#count > MAX_STEPS) {
      const detail = `A playbook has at most ${MAX_STEPS} steps, those in branches included; this one has more. Split it in two.`;
      this.add('/steps', 'too_long', detail);
    }
    for (const { name, pointer } of this.stepNames) {
      if (this.#ids.has(name)) continue;
      const detail = `It names steps.${name}, but no step has that id. Correct the name, or the id of the step.`;
      this.add(pointer, 'unknown_step', detail);
    }
  }

  nestedSteps(steps: readonly unknown[], pointer: string): void {
    this.depth += 1;
    this.#steps(steps, pointer);
    this.depth -= 1;
  }

  #steps(steps: readonly unknown[], pointer: string): void {
    for (const [index, step] of steps.entries()) {
      // The rest is not looked at: that there are too many is said already.
      if (this.#count > MAX_STEPS) return;
      this.#count += 1;
      this.#step(step, `${pointer}/${index}`);
    }
  }

  #step(step: unknown, pointer: string): void {
    if (!isObject(step)) {
      // On the first level the schema has said so.
      if (this.depth > 0)
        this.add(pointer, 'wrong_type', 'A step must be an object with an id and a do.');
      return;
    }
    this.#stepId(step.id, pointer);
    if (step.when !== undefined) this.condition(step.when, `${pointer}/when`);
    const kind = findStepKind(step.do);
    if (!kind) {
      const detail = `There is no such step. The field do must be one of ${STEP_NAMES.join(', ')}.`;
      this.add(`${pointer}/do`, step.do === undefined ? 'required' : 'unknown_step_kind', detail);
      return;
    }
    this.#unknownMembers(step, pointer, kind.fields);
    kind.check(this, step, pointer);
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

  #unknownMembers(step: Members, pointer: string, fields: readonly string[]): void {
    const known = ['id', 'do', 'when', ...fields];
    for (const name of Object.keys(step)) {
      if (known.includes(name)) continue;
      const detail = `A step ${step.do} has no field ${JSON.stringify(name.slice(0, 100))}; leave it out or check its spelling.`;
      this.add(`${pointer}/${escapePointer(name)}`, 'unknown_field', detail);
    }
  }
}
