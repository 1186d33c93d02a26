import type { ReactNode } from 'react';
import * as text from '../text/en.ts';
import { Empty } from '../ui/empty.tsx';
import { mayI, useMe } from './session.ts';

/** A page for users with any of these scopes; others read who can give them access. */
export function Needs({ scopes, children }: { scopes: readonly string[]; children: ReactNode }) {
  const me = useMe();
  return scopes.some((scope) => mayI(me, scope)) ? children : <Empty>{text.noAccess}</Empty>;
}
