import { useState } from 'react';
import type { Link } from '../../../packages/sdk/src/index.ts';
import { fieldOf } from '../../../server/features/links/link.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import styles from './links.module.css';
import type { LinkTarget } from './may-link.ts';
import { useLinks } from './use-links.ts';

/** A new link to copy, and those that work already. */
export function CustomerLinks({ target }: { target: LinkTarget }) {
  return (
    <div className={styles.links}>
      <NewLink target={target} />
      <LiveLinks target={target} />
    </div>
  );
}

/** The address is not stored: it is shown once, and copied at once if the browser allows it. */
function NewLink({ target: { purpose, id } }: { target: LinkTarget }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const create = async () => {
    setIsSending(true);
    const link = await act(() => api.links.create({ purpose, [fieldOf(purpose)]: id }));
    setIsSending(false);
    if (!link) return;
    setUrl(link.url);
    const isCopied = await navigator.clipboard?.writeText(link.url).then(
      () => true,
      () => false,
    );
    if (isCopied) sayDone(text.links.copied);
  };
  return (
    <>
      <div>
        <Button look="primary" disabled={isSending} onClick={() => void create()}>
          {isSending ? text.working : text.links.create}
        </Button>
      </div>
      {url !== null && (
        <CopyField label={text.links.link} hint={text.links.shownOnce} value={url} />
      )}
    </>
  );
}

function LiveLinks({ target }: { target: LinkTarget }) {
  const me = useMe();
  const mayRead = mayI(me, 'links:read');
  const { links, refresh } = useLinks(target, mayRead);
  if (!mayRead || links === undefined) return null;
  if (links.length === 0) return <p className={styles.quiet}>{text.links.none}</p>;
  return (
    <ul className={styles.list} aria-label={text.links.live}>
      {links.map((link) => (
        <LiveLink key={link.link_id} link={link} onRevoked={refresh} />
      ))}
    </ul>
  );
}

/** It asks before it revokes, in its row: a toast with an undo would be out of reach behind the window. */
function LiveLink({ link, onRevoked }: { link: Link; onRevoked(): void }) {
  const me = useMe();
  const [isAsked, setIsAsked] = useState(false);
  const { fullDate, time } = formatsFor(me.organization.time_zone);
  const { link_id, communication_id, created_at, expires_at } = link;
  const made = communication_id === null ? text.links.created : text.links.sent;
  // Two of one day are told apart by the time.
  const madeAt = made(`${fullDate(created_at)}, ${time(created_at)}`);
  const name = `${madeAt}, ${text.links.until(fullDate(expires_at))}`;
  const revoke = async () => {
    if (await act(() => api.links.delete(link_id))) onRevoked();
  };
  return (
    <li>
      <span>{isAsked ? text.links.revokeAbout : name}</span>
      {mayI(me, 'links:write') && (
        <span className={styles.buttons}>
          <Button
            look={isAsked ? 'danger' : 'plain'}
            aria-label={(isAsked ? text.links.revokeNowOf : text.links.revokeOf)(name)}
            onClick={() => (isAsked ? void revoke() : setIsAsked(true))}
          >
            {isAsked ? text.links.revokeNow : text.links.revoke}
          </Button>
          {isAsked && <Button onClick={() => setIsAsked(false)}>{text.cancel}</Button>}
        </span>
      )}
    </li>
  );
}
