import { Link } from '@tanstack/react-router';
import type { OptOut } from '../../../../packages/sdk/src/index.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { formatsFor } from '../../../time/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RowContent } from '../shared/row.tsx';

const words = text.settings.optOuts;

export function OptOutRow({
  optOut,
  zone,
  onRevoke,
}: {
  optOut: OptOut;
  zone: string;
  onRevoke?: () => void;
}) {
  const { address, channel, said_by, source, opted_out_at, lifecycle_number } = optOut;
  const { short } = formatsFor(zone);
  const isActive = optOut.revoked_at === null;
  const facts = [
    short(opted_out_at, now()),
    wordFor(words.saidBy, said_by),
    `“${source}”`,
    optOut.revoked_source && words.revokedBecause(optOut.revoked_source),
    isActive && said_by === 'text' && words.byText,
  ];
  return (
    <RowContent
      name={address}
      about={facts.filter(Boolean).join(' · ')}
      badges={
        <>
          <Badge>{wordFor(words.channels, channel)}</Badge>
          {lifecycle_number !== null && (
            <Link to="/n/$number" params={{ number: lifecycle_number }}>
              {lifecycle_number}
            </Link>
          )}
        </>
      }
      actions={
        onRevoke &&
        isActive &&
        said_by !== 'text' && (
          <Button aria-label={words.revokeOne(address)} onClick={onRevoke}>
            {words.revoke}
          </Button>
        )
      }
    />
  );
}
