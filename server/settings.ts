import { StartupError } from './platform/startup-error.ts';

/** Reads settings from the environment and collects all errors, so that they can be fixed in one restart. */
export class Settings {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #errors: string[] = [];

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  text(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value ? value : null;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.refuse(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
    return fallback;
  }

  oneOf<Value extends string>(name: string, allowed: readonly Value[], fallback: Value): Value {
    const value = this.text(name);
    if (value === null) return fallback;
    const known = allowed.find((one) => one === value);
    if (known !== undefined) return known;
    this.refuse(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
    return fallback;
  }

  refuse(reason: string): void {
    this.#errors.push(reason);
  }

  assertValid(): void {
    if (this.#errors.length > 0) throw new StartupError(`Settings: ${this.#errors.join('; ')}.`);
  }
}
