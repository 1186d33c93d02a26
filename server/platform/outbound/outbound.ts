import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { Agent, buildConnector } from './undici-parts.ts';

/** Refused before anything was sent. */
export class AddressNotPublic extends Error {
  readonly code = 'EADDRNOTPUBLIC';
  constructor(host: string) {
    super(`${host} is not a public internet address`);
  }
}

const CONNECT_MS = 10_000;
/** How long the other side may take to respond, and to process a message that it was sent. */
const TIMEOUTS_MS = { response: 15_000, processing: 120_000 };

interface OutboundOptions {
  allowPrivate: boolean;
  timeoutsMs?: typeof TIMEOUTS_MS;
  /** Test replacements for DNS and for the check of public addresses. */
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
}

/**
 * Outgoing connections to addresses that an organization has chosen. Whether an address is public is checked when
 * connecting, for exactly the address that is connected to: a host name can resolve to another address a moment
 * later.
 */
export class Outbound {
  readonly #allowPrivate: boolean;
  readonly #isPublic: (address: string) => boolean;
  readonly #ask: LookupFunction;
  /** For requests: pass it as `dispatcher`. */
  readonly agent: Dispatcher;
  readonly timeoutsMs: typeof TIMEOUTS_MS;

  constructor(options: OutboundOptions) {
    this.timeoutsMs = options.timeoutsMs ?? TIMEOUTS_MS;
    this.#allowPrivate = options.allowPrivate;
    this.#isPublic = options.isPublic ?? isPublicAddress;
    this.#ask = options.lookup ?? systemLookup;
    const connect = buildConnector({ lookup: this.#lookup, timeout: CONNECT_MS });
    this.agent = new Agent({
      // Each request has its own deadline, for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (target, callback) => {
        // A host that is already an IP address is never looked up.
        const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
        if (isIP(host) !== 0 && !this.#allows(host)) callback(new AddressNotPublic(host), null);
        else connect(target, callback);
      },
    });
  }

  /** Whether connections may go to this machine and its network: for tests and development. */
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
        else reject(hasNoAddress(host));
      });
    });
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  #allows(address: string): boolean {
    return this.#allowPrivate || this.#isPublic(address);
  }

  /** Like dns.lookup, without the addresses that are not allowed. */
  readonly #lookup: LookupFunction = (host, options, callback) => {
    this.#ask(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      // An array, because all addresses are requested.
      if (typeof found === 'string' || found.length === 0) {
        return callback(hasNoAddress(host), '', 0);
      }
      const allowed = found.filter(({ address }) => this.#allows(address));
      const [first] = allowed;
      if (!first) return callback(new AddressNotPublic(host), '', 0);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function hasNoAddress(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
}
