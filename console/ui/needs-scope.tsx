import type { ReactNode } from 'react';
import { Needs } from '../session/needs.tsx';

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
  return (
    <Needs scopes={[scope]} title={title}>
      {children}
    </Needs>
  );
}
