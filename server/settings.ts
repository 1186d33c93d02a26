import { StartupError } from './platform/startup-error.ts';

/** Reads settings from the environment and collects what is wrong, so that one restart can fix all of it. */
export class Settings {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #wrong: string[] = [];

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  text(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value ? value : null;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.refuse(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
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
    this.#wrong.push(reason);
  }

  assertValid(): void {
    if (this.#wrong.length > 0) throw new StartupError(`Settings: ${this.#wrong.join('; ')}.`);
  }
}
