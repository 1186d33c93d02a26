import { Navigate } from '@tanstack/react-router';
import { useMe } from '../../session/session.ts';
import { screensFor } from '../../shell/screens.ts';
import { Inbox } from '../inbox/inbox.tsx';

/** The first screen of the user: the inbox for the office, and their day for technicians. */
export function Home() {
  const screens = screensFor(useMe());
  const hasInbox = screens.some(({ to }) => to === '/');
  const [first] = screens;
  if (hasInbox || !first) return <Inbox />;
  return <Navigate to={first.to} replace />;
}
