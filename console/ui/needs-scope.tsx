import type { ReactNode } from 'react';
import { mayI, useMe } from '../session/session.ts';
import * as text from '../text/en.ts';
import { Empty } from './empty.tsx';
import { Screen } from './screen.tsx';

/** A screen for those who may use it; the others read who can give them access. */
export function NeedsScope({
  scope,
  title,
  children,
}: {
  scope: string;
  title: string;
  children: ReactNode;
}) {
  if (mayI(useMe(), scope)) return children;
  return (
    <Screen title={title}>
      <Empty>{text.noAccess}</Empty>
    </Screen>
  );
}
