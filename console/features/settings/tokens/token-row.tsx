import type { Token } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { formatsFor } from '../../../time/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../shared/row.tsx';

const words = text.settings.tokens;

export function isEnded({ revoked_at, expires_at }: Token, at: number): boolean {
  return revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= at);
}

export function TokenRow({
  token,
  zone,
  onRevoke,
}: {
  token: Token;
  zone: string;
  onRevoke?: () => void;
}) {
  const { name, scopes, created_by, last_used_at, expires_at, revoked_at } = token;
  const { short } = formatsFor(zone);
  const facts = [
    words.createdBy(created_by.name),
    last_used_at === null ? words.neverUsed : words.lastUsed(short(last_used_at, now())),
    expires_at && words.expiresAt(short(expires_at, now())),
  ];
  const hasEnded = isEnded(token, now());
  return (
    <Row
      name={name}
      about={
        <>
          <span>{facts.filter(Boolean).join(' · ')}</span>
          <br />
          <span>{scopesInWords(scopes)}</span>
        </>
      }
      badges={
        hasEnded && (
          <Badge look="warn">{revoked_at === null ? words.isExpired : words.isRevoked}</Badge>
        )
      }
      actions={
        onRevoke &&
        !hasEnded && (
          <Button look="danger" aria-label={words.revokeOne(name)} onClick={onRevoke}>
            {words.revoke}
          </Button>
        )
      }
    />
  );
}

/** Few scopes are named; of many, the number says enough. */
function scopesInWords(scopes: readonly string[]): string {
  if (scopes.includes('*')) return words.everything;
  return scopes.length > 6 ? words.scopeCount(scopes.length) : scopes.join(', ');
}
