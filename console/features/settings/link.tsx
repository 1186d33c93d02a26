import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** To a section of the settings, or to one thing in it. */
export function SettingsLink({
  section,
  id,
  className,
  isCurrent,
  children,
}: {
  section: string;
  id?: string;
  className?: string | undefined;
  isCurrent?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to="/settings/{-$section}/{-$id}"
      params={{ section, id }}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}
