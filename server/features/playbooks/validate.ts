import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { ExpressionCheck, type KnownEvents } from './check-expressions.ts';
import { type Definition, MAX_STEPS } from './definition.ts';
import { escapePointer, type JsonObject } from './json.ts';
import { findStepKind, STEP_NAMES } from './steps/index.ts';
import type { StepCheck } from './steps/step.ts';
import { STEP_ID_FORM } from './steps/step-document.ts';

/** Several times what 100 normal steps need. Every new version and every start of a run reads the whole definition. */
const MAX_CHARACTERS = 250_000;
const STEP_ID = new RegExp(STEP_ID_FORM);

/** All errors in a definition, or in the parts of it that an update sends. `references.ts` does the checks that need the database. */
export function validateDefinition(
  body: JsonObject,
  knownEvents: KnownEvents,
  organizationId: string,
): Promise<FieldError[]> {
  const check = new DefinitionCheck(knownEvents);
  if (body.trigger !== undefined) check.trigger(body.trigger);
  if (Array.isArray(body.stop_on)) check.eventPatterns(body.stop_on, '/stop_on');
  if (Array.isArray(body.steps)) check.allSteps(body.steps);
  return check.finish(organizationId);
}

/** The variables that the conditions and texts of a definition use. */
export async function variablesOf(
  definition: Definition,
  knownEvents: KnownEvents,
  organizationId: string,
): Promise<readonly { root: string; pointer: string }[]> {
  const check = new DefinitionCheck(knownEvents);
  check.trigger(definition.trigger);
  check.allSteps(definition.steps);
  await check.finish(organizationId);
  return check.variables;
}

/** Collects all errors in one pass over the definition. */
class DefinitionCheck extends ExpressionCheck implements StepCheck {
  depth = 0;
  /** Pointer to the first step with each id. */
  readonly #ids = new Map<string, string>();
  #count = 0;
  /** Whether the steps were checked, so that all their ids are known. */
  #isChecked = false;

  trigger(trigger: unknown): void {
    if (!isObject(trigger)) return;
    const { event, when, manual } = trigger;
    if ((event === undefined) === (manual === undefined)) {
      const detail =
        'A trigger must be either { "event": … } or { "manual": true }. Give exactly one of them.';
      this.add('/trigger', 'invalid_trigger', detail);
    }
    if (manual !== undefined && when !== undefined) {
      const detail = 'A manual trigger cannot have a condition. Remove when.';
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
      const detail = `The steps must have at most ${MAX_CHARACTERS} characters in total. Store long texts as templates.`;
      this.add('/steps', 'too_long', detail);
      return;
    }
    this.#isChecked = true;
    this.#steps(steps, '/steps');
    // Too many on the first level are reported by the schema.
    if (this.#count > MAX_STEPS && steps.length <= MAX_STEPS) {
      const detail = `A playbook can have at most ${MAX_STEPS} steps, including those in branches. Split it into two playbooks.`;
      this.add('/steps', 'too_long', detail);
    }
  }

  override async finish(organizationId: string): Promise<FieldError[]> {
    const errors = await super.finish(organizationId);
    const unknown = this.stepNames.filter(({ name }) => this.#isChecked && !this.#ids.has(name));
    return [...errors, ...unknown.map(unknownStep)];
  }

  nestedSteps(steps: readonly unknown[], pointer: string): void {
    this.depth += 1;
    this.#steps(steps, pointer);
    this.depth -= 1;
  }

  #steps(steps: readonly unknown[], pointer: string): void {
    for (const [index, step] of steps.entries()) {
      // The rest is not checked: the playbook is refused for too many steps anyway.
      if (this.#count > MAX_STEPS) return;
      this.#count += 1;
      this.#step(step, `${pointer}/${index}`);
    }
  }

  #step(step: unknown, pointer: string): void {
    if (!isObject(step)) {
      // On the first level the schema reports it.
      if (this.depth > 0)
        this.add(pointer, 'wrong_type', 'A step must be an object with the fields id and do.');
      return;
    }
    this.#stepId(step.id, pointer);
    if (step.when !== undefined) this.condition(step.when, `${pointer}/when`);
    const kind = findStepKind(step.do);
    if (!kind) {
      const detail = `Unknown type of step. The field do must be one of ${STEP_NAMES.join(', ')}.`;
      this.add(`${pointer}/do`, step.do === undefined ? 'required' : 'unknown_step_kind', detail);
      return;
    }
    this.#unknownFields(step, pointer, kind.fields);
    kind.check(this, step, pointer);
  }

  #stepId(id: unknown, pointer: string): void {
    if (typeof id !== 'string' || !STEP_ID.test(id)) {
      const code = id === undefined ? 'required' : 'invalid_format';
      const detail =
        'Every step needs an id: a letter, then up to 63 letters, digits or underscores.';
      this.add(`${pointer}/id`, code, detail);
      return;
    }
    const first = this.#ids.get(id);
    if (first === undefined) this.#ids.set(id, pointer);
    else {
      const detail = `The id ${id} is already used by the step at ${first}. Give each step a unique id.`;
      this.add(`${pointer}/id`, 'repeated', detail);
    }
  }

  #unknownFields(step: JsonObject, pointer: string, fields: readonly string[]): void {
    const known = ['id', 'do', 'when', ...fields];
    for (const name of Object.keys(step)) {
      if (known.includes(name)) continue;
      const detail = `A ${step.do} step has no field ${JSON.stringify(name.slice(0, 100))}. Remove it or check its spelling.`;
      this.add(`${pointer}/${escapePointer(name)}`, 'unknown_field', detail);
    }
  }
}

function unknownStep({ name, pointer }: { name: string; pointer: string }): FieldError {
  const detail = `Unknown step ${name} in steps.${name}: no step has that id. Correct the name or the id of the step.`;
  return { pointer, code: 'unknown_step', detail };
}
