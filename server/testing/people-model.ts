/**
 * What an office with a good memory knows about people and their requests: who is who, by which numbers, and who bought.
 * It is written without the code of the service, for a test that compares the two.
 */

export interface Request {
  leadId: string;
  number: string;
  source: string;
  isDeleted: boolean;
  /** The request that stands for it. */
  mergedInto: Request | null;
  isConverted: boolean;
  /** It came from a customer: even if it is deleted, the customer is known by it. */
  isOfCustomer: boolean;
  /** Every phone number and mailbox that was written on it. */
  phones: Set<string>;
  emails: Set<string>;
}

export class Person {
  readonly name: string;
  phone: string;
  email: string;
  /** Every phone number that was ever written down for this person. */
  readonly phones = new Set<string>();
  /** What was written down for the customer. */
  readonly own = { phones: new Set<string>(), emails: new Set<string>() };
  readonly requests: Request[] = [];
  /** The service's id, once the person bought something. */
  customerId: string | null = null;
  /** The lifecycle numbers of the customer, as the service said last. */
  numbers: ReadonlySet<string> = new Set();

  constructor(name: string, phone: string, email: string) {
    this.name = name;
    this.phone = phone;
    this.email = email;
  }

  /** Requests that can be worked on. */
  get active(): Request[] {
    return this.requests.filter((one) => !one.isDeleted && one.mergedInto === null);
  }

  /** Whether a message from the number must find the person. A request that was deleted before is out of sight. */
  isKnownBy(phone: string): boolean {
    return [this.own, ...this.visible].some(({ phones }) => phones.has(phone));
  }

  get visible(): Request[] {
    return this.requests.filter(
      (one) => one.isConverted || one.isOfCustomer || !standing(one).isDeleted,
    );
  }

  add(leadId: string, number: string, source: string, details: Details): Request {
    const request: Request = {
      leadId,
      number,
      source,
      isDeleted: false,
      mergedInto: null,
      isConverted: false,
      isOfCustomer: this.customerId !== null,
      phones: new Set(),
      emails: new Set(),
    };
    this.requests.push(request);
    this.learn(request, details);
    return request;
  }

  learn(about: Pick<Request, 'phones' | 'emails'>, { phone, email }: Details): void {
    if (phone) {
      this.phones.add(phone);
      about.phones.add(phone);
    }
    if (email) about.emails.add(email);
  }

  /**
   * What the customer is known by: of a request that was deleted when the person bought something, and restored later, the
   * service does not know whose it is.
   */
  get #ofCustomer(): Request[] {
    return this.visible.filter(
      (one) => one.isConverted || one.isOfCustomer || this.numbers.has(one.number),
    );
  }

  /** Whether the service must see that the request is of the customer. */
  isOfCustomer(request: Request): boolean {
    if (this.numbers.has(request.number) || request.isOfCustomer) return true;
    return [this.own, ...this.#ofCustomer].some(
      ({ phones, emails }) =>
        !phones.isDisjointFrom(request.phones) || !emails.isDisjointFrom(request.emails),
    );
  }

  /** What the person is recognized by: the details of everything that is not deleted, and of what was sold. */
  get recognizedBy(): Details[] {
    const requests = this.customerId === null ? this.visible : this.#ofCustomer;
    return [this.own, ...requests].flatMap(({ phones, emails }) => [
      ...[...phones].map((phone) => ({ phone })),
      ...[...emails].map((email) => ({ email })),
    ]);
  }
}

export interface Details {
  phone?: string | null;
  email?: string | null;
}

export function standing(request: Request): Request {
  return request.mergedInto === null ? request : standing(request.mergedInto);
}
