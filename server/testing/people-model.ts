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
  /** Every phone number that was written on it. */
  phones: Set<string>;
}

export class Person {
  readonly name: string;
  phone: string;
  email: string;
  /** Everything that was ever written down for this person. */
  readonly knownPhones = new Set<string>();
  readonly knownEmails = new Set<string>();
  readonly requests: Request[] = [];
  /** The service's id, once the person bought something. */
  customerId: string | null = null;

  constructor(name: string, phone: string, email: string) {
    this.name = name;
    this.phone = phone;
    this.email = email;
  }

  /** Requests that can be worked on. */
  get active(): Request[] {
    return this.requests.filter((one) => !one.isDeleted && one.mergedInto === null);
  }

  /** Whether a message from the number must find the person: a customer, or a request with it that is not deleted. */
  isKnownBy(phone: string): boolean {
    const holds = (one: Request) => one.phones.has(phone) && !standing(one).isDeleted;
    return this.customerId !== null || this.requests.some(holds);
  }

  add(leadId: string, number: string, source: string, details: Details): void {
    this.requests.push({
      leadId,
      number,
      source,
      isDeleted: false,
      mergedInto: null,
      isConverted: false,
      phones: new Set(details.phone ? [details.phone] : []),
    });
    this.learn(details);
  }

  learn({ phone, email }: Details): void {
    if (phone) this.knownPhones.add(phone);
    if (email) this.knownEmails.add(email);
  }
}

export interface Details {
  phone?: string | null;
  email?: string | null;
}

export function standing(request: Request): Request {
  return request.mergedInto === null ? request : standing(request.mergedInto);
}
