import { useRef, useState } from 'react';
import type { LeadSource, SourcePreviewResult } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { inSession } from '../../../session/in-session.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import fields from '../../../ui/field.module.css';
import { TextArea } from '../../../ui/field.tsx';
import { Json } from '../../../ui/json.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { useForm } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import { Card } from '../shared/card.tsx';
import styles from '../shared/editor.module.css';
import list from '../shared/list.module.css';
import { LOOKS } from './outcomes.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { contentTypeOf } from './sample.ts';

const words = text.settings.sources;

/** Shows what becomes of a message: a pasted one, or one that arrived. */
export function TryCard({
  source,
  zone,
  enteredMapping,
}: {
  source: LeadSource;
  zone: string;
  /** Saved or not; undefined if there is none to enter. */
  enteredMapping(): Record<string, string> | undefined;
}) {
  const [payload, setPayload] = useState('');
  /** Of what arrived; null for what is typed. */
  const [contentType, setContentType] = useState<string | null>(null);
  const [results, setResults] = useState<readonly SourcePreviewResult[] | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const { form, onSubmit, trouble, isSending } = useForm(['payload'], async () => {
    setResults(null);
    if (payload.trim() === '') return { payload: words.payloadMissing };
    const type = contentType ?? contentTypeOf(source.kind, payload);
    const mapping = enteredMapping();
    const body = {
      payload,
      ...(type !== null && { content_type: type }),
      ...(mapping !== undefined && { mapping }),
    };
    const preview = await inSession(() => api.sources.preview(source.source_id, body));
    setResults(preview.results);
    return undefined;
  });
  const take = (arrived: string, type: string) => {
    setPayload(arrived);
    setContentType(type);
    card.current?.scrollIntoView({ block: 'nearest' });
    // After the field has the new text.
    setTimeout(() => form.current?.requestSubmit());
  };
  return (
    <>
      <div ref={card}>
        <Card title={words.test} intro={words.testIntro}>
          <form ref={form} className={cards.fields} onSubmit={onSubmit} noValidate>
            <TroubleNotice trouble={trouble} />
            <TextArea
              label={words.payload}
              hint={words.payloadHint}
              name="payload"
              error={trouble.fields.payload}
              rows={6}
              spellCheck={false}
              className={`${fields.input} ${styles.code}`}
              value={payload}
              onChange={({ target }) => {
                setPayload(target.value);
                setContentType(null);
              }}
            />
            <div>
              <Button type="submit" disabled={isSending}>
                {isSending ? text.working : words.show}
              </Button>
            </div>
          </form>
          <div role="status" className={list.dialog}>
            {results !== null && <Results results={results} />}
          </div>
        </Card>
      </div>
      <ReceiptCard source={source} zone={zone} onTry={take} />
    </>
  );
}

function Results({ results }: { results: readonly SourcePreviewResult[] }) {
  if (results.length === 0) return <p>{words.noResults}</p>;
  return results.map(({ outcome, detail, fields: read }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: results have no ids, and are shown as a whole.
    <div key={at} className={list.dialog}>
      <div className={list.badges}>
        <Badge look={LOOKS[outcome] ?? 'plain'}>{wordFor(words.outcomes, outcome)}</Badge>
        {detail !== null && <span>{detail}</span>}
      </div>
      <Json label={words.fields} value={read} />
    </div>
  ));
}
