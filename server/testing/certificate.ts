import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate of this process, for TLS servers. */
export interface Certificate {
  key: string;
  cert: string;
}

const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const BASIC_CONSTRAINTS = '0603551d13';
const ALTERNATIVE_NAME = '0603551d11';

/** Node can sign but cannot create certificates, and not every machine has openssl: so X.509 is written in DER here. */
export function selfSignedCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(hex(ECDSA_WITH_SHA256));
  const name = sequence(set(sequence(hex(COMMON_NAME), der(0x0c, Buffer.from(host)))));
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const isAuthority = extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.of(0xff))));
  const names = extension(ALTERNATIVE_NAME, sequence(der(0x82, Buffer.from(host))));
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, names)),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', toBeSigned, privateKey)]);
  const cert = sequence(toBeSigned, algorithm, der(0x03, signature)).toString('base64');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 128
      ? Buffer.of(length)
      : length < 256
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 255);
  return Buffer.concat([Buffer.of(tag), size, content]);
}
const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => der(0x31, Buffer.concat(parts));
const integer = (value: number) => der(0x02, Buffer.of(value));
const utcTime = (text: string) => der(0x17, Buffer.from(text));
const hex = (text: string) => Buffer.from(text, 'hex');
const extension = (id: string, value: Buffer) => sequence(hex(id), der(0x04, value));
