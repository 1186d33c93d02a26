import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as text from '../../text/en.ts';
import type { InvoiceSearch } from '../invoices/search.ts';
import type { LeadSearch } from '../leads/search.ts';
import type { VisitSearch } from '../visit-list/search.ts';

/** What a bar has counted, as a list with its filters. */
export type ListBehind =
  | { of: 'leads'; search: LeadSearch }
  | { of: 'invoices'; search: InvoiceSearch }
  | { of: 'visits'; search: VisitSearch };

/** What opening it does, in words. */
export function actionOf(list: ListBehind): string {
  if (list.of === 'invoices' && list.search.by === 'paid') return text.reports.open.paid;
  return text.reports.open[list.of];
}

/** Opens the list. Also within a chart. */
export function ListLink({
  list,
  className,
  label,
  children,
}: {
  list: ListBehind;
  className?: string | undefined;
  /** Instead of the text of the children. */
  label?: string;
  children: ReactNode;
}) {
  const look = { className, 'aria-label': label };
  switch (list.of) {
    case 'leads':
      return (
        <Link {...look} to="/leads" search={list.search}>
          {children}
        </Link>
      );
    case 'invoices':
      return (
        <Link {...look} to="/invoices" search={list.search}>
          {children}
        </Link>
      );
    case 'visits':
      return (
        <Link {...look} to="/visits" search={list.search}>
          {children}
        </Link>
      );
  }
}
