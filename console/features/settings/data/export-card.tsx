import type { Export, Me } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { kindOf } from '../../../store/stores.ts';
import { useQuery } from '../../../store/use-query.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { now, useNow } from '../../../time/clock.ts';
import { formatsFor } from '../../../time/format.ts';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card } from '../shared/card.tsx';
import { Row, Rows } from '../shared/row.tsx';

const words = text.settings.data;
const LOOKS: Record<string, BadgeLook> = { completed: 'ok', ready: 'accent', failed: 'danger' };

/** An export is a permission to download; its state follows the downloads. */
export function ExportCard({ me }: { me: Me }) {
  const read = useQuery('exports', {
    load: async (signal) => (await api.exports.list({ limit: 20 }, { signal })).data,
    isAffectedBy: (event) => kindOf(event) === 'export',
  });
  const start = async () => {
    const created = await act(() => api.exports.create());
    if (!created) return;
    sayDone(words.started);
    await read.query.refresh();
  };
  return (
    <Card
      title={words.exports}
      intro={words.exportsIntro}
      actions={<Button onClick={() => void start()}>{words.start}</Button>}
    >
      <Loaded of={read}>
        {(exports) =>
          exports.length === 0 ? (
            <p>{words.noExports}</p>
          ) : (
            <Rows label={words.exports}>
              {exports.map((one) => (
                <ExportRow key={one.export_id} export={one} zone={me.organization.time_zone} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <p>{words.restoreHint}</p>
    </Card>
  );
}

function ExportRow({ export: one, zone }: { export: Export; zone: string }) {
  const { short } = formatsFor(zone);
  const isExpired = Date.parse(one.expires_at) <= useNow();
  const when = short(one.created_at, now());
  const rows = Object.values(one.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const facts = [
    one.requested_by.name,
    one.downloads > 0 && words.downloads(one.downloads),
    rows > 0 && words.rows(rows.toLocaleString()),
    one.failure,
    !isExpired && words.validUntil(short(one.expires_at, now())),
  ];
  const status = isExpired && one.status !== 'completed' ? 'expired' : one.status;
  return (
    <Row
      name={when}
      about={facts.filter(Boolean).join(' · ')}
      badges={
        <Badge look={LOOKS[status] ?? 'plain'}>
          <span role="status">{wordFor(words.statuses, status)}</span>
        </Badge>
      }
      actions={
        !isExpired && (
          <a
            className={buttonClass()}
            href={`/v1/exports/${one.export_id}/file`}
            download={`throughline-${formatsFor(zone).date(one.created_at)}.ndjson`}
            aria-label={words.downloadOne(when)}
          >
            {words.download}
          </a>
        )
      }
    />
  );
}
