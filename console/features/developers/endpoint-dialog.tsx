import { useState } from 'react';
import type {
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { PatternPicker } from '../../event-types/pattern-picker.tsx';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './developers.module.css';

const NAMES = ['url', 'description', 'event_types', 'ordering', 'rate_limit_per_second'];
const developers = text.developers;

/** Creates an endpoint, or changes one. */
export function EndpointDialog({
  endpoint,
  onClose,
  onSaved,
}: {
  endpoint?: WebhookEndpoint;
  onClose(): void;
  onSaved(saved: WebhookEndpoint | WebhookEndpointWithSecret): void;
}) {
  const given = endpoint?.event_types.filter((one) => one !== '*') ?? [];
  const [types, setTypes] = useState<readonly string[]>(given);
  const { form, onSubmit, trouble, isSending } = useForm(NAMES, async (values) => {
    const limit = typed(values, 'rate_limit_per_second').trim();
    const body = {
      url: typed(values, 'url').trim(),
      description: typed(values, 'description').trim() || null,
      event_types: types.length > 0 ? types : ['*'],
      ordering:
        typed(values, 'ordering') === 'lifecycle' ? ('lifecycle' as const) : ('none' as const),
      rate_limit_per_second: limit === '' ? null : Number(limit),
    };
    const saved = await inSession(() =>
      endpoint
        ? api.webhookEndpoints.update(endpoint.webhook_endpoint_id, body)
        : api.webhookEndpoints.create(body),
    );
    onClose();
    onSaved(saved);
    sayDone(endpoint ? developers.updated : developers.created);
  });
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Dialog title={endpoint ? developers.editEndpoint : developers.newEndpoint} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={developers.url}
          hint={developers.urlHint}
          {...field('url')}
          type="url"
          defaultValue={endpoint?.url}
          autoComplete="off"
          autoFocus
        />
        <Field
          label={developers.description}
          {...field('description')}
          defaultValue={endpoint?.description ?? ''}
          autoComplete="off"
        />
        <PatternPicker
          label={developers.eventTypes}
          hint={developers.eventTypesHint}
          {...field('event_types')}
          chosen={types}
          onChange={setTypes}
        />
        <SelectField
          label={developers.ordering}
          {...field('ordering')}
          defaultValue={endpoint?.ordering ?? 'none'}
          options={Object.entries(developers.orderings).map(([value, label]) => ({ value, label }))}
        />
        <Field
          label={developers.rateLimit}
          hint={developers.rateLimitHint}
          {...field('rate_limit_per_second')}
          type="number"
          min={1}
          defaultValue={endpoint?.rate_limit_per_second ?? ''}
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : endpoint ? text.save : developers.create}
        </Button>
      </form>
    </Dialog>
  );
}
