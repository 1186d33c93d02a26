import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** An authenticator in software: one ES256 key pair. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  /** Counts its uses; one that is on several devices does not. */
  readonly #counts: boolean;
  /** A copy starts from where it was copied. */
  counter = 0;
  #userHandle: string | undefined;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor({ counts = true } = {}) {
    this.#counts = counts;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** What a browser at this origin sends to add it, as `toJSON()` returns it. */
  create(options: Options, origin: string, statement: Statement = NO_STATEMENT) {
    this.#userHandle = options.user?.id;
    const clientData = clientDataOf('webauthn.create', options.challenge, origin);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, 16]),
      Buffer.from(this.id, 'base64url'),
      this.#coseKey(),
    ]);
    const authData = this.#authenticatorData(options.rp?.id ?? '', HAS_CREDENTIAL, credential);
    const attestation = map(
      [text('fmt'), text(statement.format)],
      [text('attStmt'), statement.value],
      [text('authData'), bytes(authData)],
    );
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** What a browser at this origin sends to sign in. */
  signIn(options: Options, origin: string) {
    if (this.#counts) this.counter += 1;
    const clientData = clientDataOf('webauthn.get', options.challenge, origin);
    const authData = this.#authenticatorData(options.rpId ?? '', 0);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }

  #credential() {
    const { id } = this;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #authenticatorData(domain: string, more: number, credential = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = Buffer.from([PRESENT | VERIFIED | more]);
    return Buffer.concat([
      createHash('sha256').update(domain).digest(),
      flags,
      counter,
      credential,
    ]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return map(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    );
  }
}

/** The parts of the options that it uses. */
export interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

interface Statement {
  format: string;
  value: Buffer;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const NO_STATEMENT: Statement = { format: 'none', value: map() };

/** A statement with a certificate, which we do not ask for. */
export function certifiedBy(certificate: Buffer): Statement {
  const value = map(
    [text('alg'), integer(-7)],
    [text('sig'), bytes(Buffer.alloc(70))],
    [text('x5c'), Buffer.concat([head(4, 1), bytes(certificate)])],
  );
  return { format: 'packed', value };
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** CBOR, as much of it as an authenticator writes. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
function integer(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}
function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}
function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}
function map(...entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
