import { api } from '../api/client.ts';

/** Browsers have passkeys on https and on localhost, for a name and not for a number, and the older ones not in this form. */
export function hasPasskeys(): boolean {
  return (
    isSecureContext &&
    !/^[\d.]+$|^\[/.test(location.hostname) &&
    'PublicKeyCredential' in globalThis &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** Asks the person for a passkey and signs in with it; false if the person closed the window of the browser. */
export async function signInWithPasskey(): Promise<boolean> {
  const { options } = await api.passkeySessions.options({});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await unlessClosed(navigator.credentials.get({ publicKey }));
  if (credential === null) return false;
  await api.passkeySessions.create({ credential: jsonOf(credential) }, { maxRetries: 0 });
  return true;
}

/** Creates a passkey on this device or one beside it; false if the person closed the window of the browser. */
export async function addPasskey(name: string): Promise<boolean> {
  const { options } = await api.me.passkeys.options();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await unlessClosed(navigator.credentials.create({ publicKey }));
  if (credential === null) return false;
  await api.me.passkeys.create({ name, credential: jsonOf(credential) });
  return true;
}

async function unlessClosed(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
}

function jsonOf(credential: Credential): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('This is not a passkey.');
  return { ...credential.toJSON() };
}
