import type { ReactNode } from 'react';
import * as text from '../text/en.ts';
import { Empty } from '../ui/empty.tsx';
import { Screen } from '../ui/screen.tsx';
import { mayI, useMe } from './session.ts';

/** A screen for users with any of these scopes; others read who can give them access. */
export function Needs({
  scopes,
  title,
  children,
}: {
  scopes: readonly string[];
  title: string;
  children: ReactNode;
}) {
  const me = useMe();
  if (scopes.some((scope) => mayI(me, scope))) return children;
  return (
    <Screen title={title}>
      <Empty>{text.noAccess}</Empty>
    </Screen>
  );
}
