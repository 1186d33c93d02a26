import { useState } from 'react';
import type { Link } from '../../../packages/sdk/src/index.ts';
import { fieldOf } from '../../../server/features/links/link.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { sendLater } from '../../feedback/send-later.ts';
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
  const links = useLinks(target, mayRead);
  const [gone, setGone] = useState<readonly string[]>([]);
  const { fullDate } = formatsFor(me.organization.time_zone);
  if (!mayRead || links === undefined) return null;
  const live = links.filter(({ link_id }) => !gone.includes(link_id));
  const nameOf = ({ communication_id, created_at, expires_at }: Link) => {
    const made = (communication_id === null ? text.links.created : text.links.sent)(
      fullDate(created_at),
    );
    return `${made}, ${text.links.until(fullDate(expires_at))}`;
  };
  /** It cannot be undone, and the customer may have it, so the request waits. */
  const revoke = ({ link_id }: Link) => {
    const show = () => setGone((ids) => ids.filter((id) => id !== link_id));
    setGone((ids) => [...ids, link_id]);
    sendLater(text.links.revoking, () => void act(() => api.links.delete(link_id), show), show);
  };
  if (live.length === 0) return <p className={styles.quiet}>{text.links.none}</p>;
  return (
    <ul className={styles.list} aria-label={text.links.live}>
      {live.map((link) => (
        <li key={link.link_id}>
          <span>{nameOf(link)}</span>
          {mayI(me, 'links:write') && (
            <Button
              look="plain"
              aria-label={text.links.revokeOf(nameOf(link))}
              onClick={() => revoke(link)}
            >
              {text.links.revoke}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
