import { useEffect, useState } from 'react';
import type { ContactLookup } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';

const MIN_DIGITS = 7;
const WAIT_MS = 150;

/** Who has this phone number, as soon as enough of it was typed; null while that is not known. */
export function useCaller(phone: string): ContactLookup | null {
  const [caller, setCaller] = useState<ContactLookup | null>(null);
  useEffect(() => {
    setCaller(null);
    if (phone.replaceAll(/\D/g, '').length < MIN_DIGITS) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      // A number that is not complete yet is refused; there is nothing to say about that.
      inSession(() => api.contacts.lookup({ phone }, { signal: abort.signal })).then(
        setCaller,
        () => {},
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [phone]);
  return caller;
}
