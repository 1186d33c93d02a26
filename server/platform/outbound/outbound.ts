import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** Refused before anything was sent. */
export class AddressNotPublic extends Error {
  readonly code = 'EADDRNOTPUBLIC';
  constructor(host: string) {
    super(`${host} is not an address of the open internet`);
  }
}

const CONNECT_MS = 10_000;
/** How long the other side may be silent: before its answer, and while it looks through what it was sent. */
const PATIENCE_MS = { answer: 15_000, reading: 120_000 };

interface OutboundOptions {
  allowPrivate: boolean;
  patienceMs?: typeof PATIENCE_MS;
  /** Stand-ins for the name service, and for what counts as the open internet. */
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
}

/**
 * The way out of the house, for addresses that an organization has chosen. Whether an address is public
 * is asked at the moment of connecting, of the very address that is connected to: a name may lead
 * elsewhere a moment after it was looked up.
 */
export class Outbound {
  readonly #allowPrivate: boolean;
  readonly #isPublic: (address: string) => boolean;
  readonly #ask: LookupFunction;
  /** For requests: pass it as `dispatcher`. */
  readonly agent: Agent;
  readonly patienceMs: typeof PATIENCE_MS;

  constructor(options: OutboundOptions) {
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.#allowPrivate = options.allowPrivate;
    this.#isPublic = options.isPublic ?? isPublicAddress;
    this.#ask = options.lookup ?? systemLookup;
    const connect = buildConnector({ lookup: this.#lookup, timeout: CONNECT_MS });
    this.agent = new Agent({
      connect: (target, callback) => {
        // A host that is an address already is never looked up.
        const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
        if (isIP(host) !== 0 && !this.#allows(host)) callback(new AddressNotPublic(host), null);
        else connect(target, callback);
      },
    });
  }

  /** Whether what goes out may go to this machine and its network: tests and development. */
  get allowsPrivate(): boolean {
    return this.#allowPrivate;
  }

  /** The address to connect to, for protocols other than HTTP. */
  async resolve(host: string): Promise<string> {
    const literal = host.replace(/^\[(.*)\]$/, '$1');
    if (isIP(literal) !== 0) {
      if (!this.#allows(literal)) throw new AddressNotPublic(literal);
      return literal;
    }
    return new Promise((resolve, reject) => {
      this.#lookup(host, { all: false }, (error, address) => {
        if (error) reject(error);
        else if (typeof address === 'string') resolve(address);
        else reject(leadsNowhere(host));
      });
    });
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  #allows(address: string): boolean {
    return this.#allowPrivate || this.#isPublic(address);
  }

  /** As dns.lookup, without the addresses that may not be connected to. */
  readonly #lookup: LookupFunction = (host, options, callback) => {
    this.#ask(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      // An array, because all of them are asked for.
      if (typeof found === 'string' || found.length === 0) {
        return callback(leadsNowhere(host), '', 0);
      }
      const allowed = found.filter(({ address }) => this.#allows(address));
      const [first] = allowed;
      if (!first) return callback(new AddressNotPublic(host), '', 0);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function leadsNowhere(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
}
