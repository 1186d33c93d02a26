/**
 * What must be true of the reminders of visits, from the outside: what was asked of the service and when it answered, and
 * which texts arrived. It knows nothing of how the service works.
 */

/** When a request was sent first, and when its success was known. It took effect at some time in between. */
export interface Span {
  sent: number;
  known: number;
}

interface Booked {
  /** Start of the visit, in seconds. */
  at: number;
  since: Span;
}

export interface Arrived {
  at: number;
  time: number;
}

/**
 * A text that was on its way when something changed may arrive this much later. That is a long time for a busy machine:
 * what was due after the change needs no such limit, because it must not arrive at all.
 */
const IN_FLIGHT_MS = 30_000;
/** A service that is killed delays its texts by about this much. */
const RECOVERY_MS = 60_000;

export class VisitModel {
  readonly phone: string;
  readonly appointmentId: string;
  /** How long before the visit the reminder is due. */
  readonly leadMs: number;
  readonly #times: Booked[] = [];
  readonly #texts: Arrived[] = [];
  canceled: Span | null = null;
  stopped: Span | null = null;

  constructor(phone: string, appointmentId: string, leadMs: number, first: Booked) {
    this.phone = phone;
    this.appointmentId = appointmentId;
    this.leadMs = leadMs;
    this.#times.push(first);
  }

  moved(at: number, since: Span): void {
    this.#times.push({ at, since });
  }

  arrived(text: Arrived): void {
    this.#texts.push(text);
  }

  has(at: number): boolean {
    return this.#times.some((time) => time.at === at);
  }

  get texts(): number {
    return this.#texts.length;
  }

  #due(at: number): number {
    return at * 1000 - this.leadMs;
  }

  /** When the visit ended for its reminders: canceled, or the contact said STOP. */
  get #end(): Span | null {
    const ends = [this.canceled, this.stopped].filter((span) => span !== null);
    return ends.toSorted((a, b) => a.known - b.known)[0] ?? null;
  }

  /** Whether the reminder of its last time must have arrived by now, and has not. */
  isOwed(): boolean {
    return (
      this.#expected().at(-1) === 1 && !this.#texts.some(({ at }) => at === this.#times.at(-1)?.at)
    );
  }

  /** How many reminders each of its times must have had: 1, 0, or null where the moment decides. */
  #expected(): (0 | 1 | null)[] {
    return this.#times.map(({ at, since }, index) => {
      const due = this.#due(at);
      if (due <= since.sent) return 0;
      const left = this.#times[index + 1]?.since ?? null;
      const ends = [left, this.#end].filter((span) => span !== null);
      if (ends.some(({ known }) => known <= due)) return 0;
      // While the service is killed again and again, a text may be late, and the visit moved before it is sent.
      if (due <= since.known || ends.length > 0) return null;
      // A service that is killed may be too late for a reminder that is due shortly before the visit.
      return this.leadMs < RECOVERY_MS ? null : 1;
    });
  }

  /** Everything that is wrong with the texts that arrived. */
  errors(): string[] {
    return [...this.#missing(), ...this.#wrong()].map(
      (error) => `${error} (${this.phone}, ${this.appointmentId})`,
    );
  }

  #missing(): string[] {
    const expected = this.#expected();
    return this.#times.flatMap(({ at }, index) => {
      const count = this.#texts.filter((text) => text.at === at).length;
      if (count > 1) return [`${count} reminders of ${at}`];
      if (count === 1 && expected[index] === 0) return [`a reminder of ${at}, which needed none`];
      return count === 0 && expected[index] === 1 ? [`no reminder of ${at}`] : [];
    });
  }

  #wrong(): string[] {
    return this.#texts.flatMap(({ at, time }) => {
      const index = this.#times.findIndex((one) => one.at === at);
      if (index === -1) return [`a reminder of ${at}, which was never its time`];
      if (time < this.#due(at))
        return [`a reminder of ${at}, ${this.#due(at) - time} ms too early`];
      if (time > at * 1000 + IN_FLIGHT_MS) return [`a reminder of ${at} after it`];
      const left = this.#times[index + 1]?.since;
      if (left && time > left.known + IN_FLIGHT_MS) {
        return [`a reminder of ${at}, ${time - left.known} ms after it was moved`];
      }
      const end = this.#end;
      return end && time > end.known + IN_FLIGHT_MS ? [`a reminder of ${at} after its end`] : [];
    });
  }
}
