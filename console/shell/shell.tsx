import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Me } from '../../packages/sdk/src/index.ts';
import { undoLast } from '../feedback/feedback.ts';
import { Toasts } from '../feedback/toasts.tsx';
import { useKeys } from '../keys/keys.ts';
import { startLive } from '../live/live.ts';
import { mayI } from '../session/session.ts';
import * as text from '../text/en.ts';
import { Kbd } from '../ui/kbd.tsx';
import { later, loadParts } from '../ui/later.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { screensFor } from './screens.ts';
import styles from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

const Palette = later(async () => (await import('./palette.tsx')).Palette);
const KeyList = later(async () => (await import('./key-list.tsx')).KeyList);
const WaitingChanges = later(async () => (await import('./waiting-changes.tsx')).WaitingChanges);
const NewLead = later(async () => (await import('../features/new-lead/new-lead.tsx')).NewLead);

/** What is around every screen: the company, the screens, finding anything, who is signed in. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'keys' | 'new lead' | null>(null);
  const screens = screensFor(me);
  const canCapture = mayI(me, 'leads:write');
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another user needs another connection.
  useEffect(() => startLive(me), [me.token_id]);
  useEffect(loadParts, []);
  useKeys([
    { keys: 'mod+k', label: text.find, run: () => setOpen('palette'), inFields: true },
    { keys: '/', label: text.find, run: () => setOpen('palette') },
    { keys: '?', label: text.keys, run: () => setOpen('keys') },
    ...(canCapture
      ? [{ keys: 'n', label: text.newLead.title, run: () => setOpen('new lead') }]
      : []),
    { keys: 'mod+z', label: text.undo, run: undoLast },
    ...screens.map(({ key, label, to }) => ({
      keys: `g ${key}`,
      label,
      run: () => void navigate({ to }),
    })),
  ]);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {text.skipToContent}
      </a>
      <nav className={styles.nav} aria-label={text.product}>
        <div className={styles.company}>{me.organization.name}</div>
        <button type="button" className={styles.find} onClick={() => setOpen('palette')}>
          <MagnifyingGlassIcon />
          <span>{text.find}</span>
          <Kbd keys="mod+k" />
        </button>
        <div className={styles.screens}>
          {screens.map(({ to, label }) => (
            <Link key={to} className={styles.link} to={to} activeOptions={{ exact: to === '/' }}>
              {label}
            </Link>
          ))}
        </div>
        <div className={styles.end}>
          <UserMenu me={me} onShowKeys={() => setOpen('keys')} />
        </div>
      </nav>
      <div className={styles.content}>
        <ConnectionNotice zone={me.organization.time_zone} />
        <WaitingChanges me={me} meanwhile={false} />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {open === 'palette' && <Palette me={me} onClose={() => setOpen(null)} />}
      {open === 'new lead' && <NewLead me={me} onClose={() => setOpen(null)} />}
      {open === 'keys' && <KeyList onClose={() => setOpen(null)} />}
      <Toasts />
    </div>
  );
}
