import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SourceReceipt } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { codeOf } from '../new-lead/code-of.ts';
import { LANGUAGES, languageName } from '../settings/shared/languages.ts';
import { Payload } from './payload.tsx';
import styles from './quarantine.module.css';

interface ReceiptDialogProps {
  receipt: SourceReceipt;
  source: string;
  onSettled(): void;
  onClose(): void;
}

const FIELDS = ['name', 'phone', 'email', 'service_needed', 'address', 'notes'] as const;
const CONSENTS = ['sms', 'email'] as const;
const LABELS = { ...text.quarantine, service_needed: text.quarantine.service };

/** The fields as they were read, beside what was sent: people add what is missing. */
export function ReleaseDialog({ receipt, source, onSettled, onClose }: ReceiptDialogProps) {
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const names = [...FIELDS, 'language', ...CONSENTS.map((one) => `consent/${one}`)].map(
    (field) => `fields/${field}`,
  );
  const form = useForm(names, async (values) => {
    const { receipt_id } = receipt;
    const { lifecycle_number } = await inSession(() =>
      api.quarantine.release(
        receipt_id,
        { fields: { ...changedFields(receipt, values), ...answersIn(receipt, values) } },
        { idempotencyKey: key },
      ),
    );
    const number = lifecycle_number ?? '';
    const open = () => void navigate({ to: '/n/$number', params: { number } });
    sayDone(text.quarantine.released(number), {
      actions: [{ label: text.quarantine.open, run: open }],
    });
    onSettled();
  });
  return (
    <FormDialog
      title={text.quarantine.releaseTitle(source)}
      about={receipt.detail ?? text.quarantine.releaseAbout}
      form={form}
      submit={text.quarantine.release}
      size="wide"
      onClose={onClose}
    >
      <div className={styles.pair}>
        {FIELDS.filter((field) => field !== 'notes').map((field, index) => (
          <Field
            key={field}
            label={LABELS[field]}
            name={`fields/${field}`}
            error={form.trouble.fields[`fields/${field}`]}
            autoComplete="off"
            autoFocus={index === 0}
            defaultValue={shownValue(receipt, field)}
          />
        ))}
      </div>
      <TextArea
        label={text.quarantine.notes}
        name="fields/notes"
        rows={2}
        error={form.trouble.fields['fields/notes']}
        defaultValue={shownValue(receipt, 'notes')}
      />
      <Answers receipt={receipt} errors={form.trouble.fields} />
      <Payload receipt={receipt} />
    </FormDialog>
  );
}

function shownValue({ fields }: SourceReceipt, name: (typeof FIELDS)[number]): string {
  const value = fields[name];
  if (typeof value !== 'string') return '';
  return name === 'service_needed' ? inWords(value) : value;
}

/** Only what a person has changed: the service keeps the rest as it was read. */
function changedFields(receipt: SourceReceipt, values: FormData) {
  const changed = FIELDS.filter(
    (name) => typed(values, `fields/${name}`) !== shownValue(receipt, name),
  ).map((name) => {
    const value = typed(values, `fields/${name}`).trim();
    return [name, name === 'service_needed' ? codeOf(value) : value || null] as const;
  });
  return Object.fromEntries(changed);
}

/** In which language they are written to, and what they allow. */
function Answers({
  receipt,
  errors,
}: {
  receipt: SourceReceipt;
  errors: Readonly<Record<string, string>>;
}) {
  const field = (name: string) => ({ name, error: errors[name] });
  return (
    <div className={styles.pair}>
      <SelectField
        label={text.quarantine.language}
        {...field('fields/language')}
        defaultValue={languageOf(receipt)}
        options={[
          { value: '', label: text.quarantine.languageOfCompany },
          ...LANGUAGES.map((value) => ({ value, label: languageName(value) })),
        ]}
      />
      {CONSENTS.map((channel) => (
        <SelectField
          key={channel}
          label={text.quarantine.consentTo[channel]}
          {...field(`fields/consent/${channel}`)}
          options={Object.entries(text.quarantine.consent).map(([value, label]) => ({
            value,
            label,
          }))}
        />
      ))}
    </div>
  );
}

function languageOf({ fields }: SourceReceipt): string {
  return LANGUAGES.find((one) => one === fields.language) ?? '';
}

/** Only what a person has said. */
function answersIn(receipt: SourceReceipt, values: FormData) {
  const language = typed(values, 'fields/language');
  const consent = CONSENTS.flatMap((channel) => {
    const status = typed(values, `fields/consent/${channel}`);
    return status === '' ? [] : [[channel, status] as const];
  });
  return {
    ...(language !== languageOf(receipt) && {
      language: LANGUAGES.find((one) => one === language) ?? null,
    }),
    ...(consent.length > 0 && { consent: Object.fromEntries(consent) }),
  };
}

export function DiscardDialog({ receipt, source, onSettled, onClose }: ReceiptDialogProps) {
  const form = useForm(['reason'], async (values) => {
    const reason = typed(values, 'reason').trim();
    await inSession(() => api.quarantine.discard(receipt.receipt_id, { reason }));
    sayDone(text.quarantine.discarded);
    onSettled();
  });
  return (
    <FormDialog
      title={text.quarantine.discardTitle(source)}
      about={text.quarantine.discardAbout}
      form={form}
      submit={text.quarantine.discard}
      look="danger"
      onClose={onClose}
    >
      <TextArea
        label={text.quarantine.reason}
        hint={text.quarantine.reasonHint}
        name="reason"
        rows={2}
        maxLength={500}
        error={form.trouble.fields.reason}
        autoFocus
      />
    </FormDialog>
  );
}

/** Without a decision; also for users who may not decide. */
export function LookDialog({ receipt, source, onClose }: ReceiptDialogProps) {
  return (
    <Dialog title={text.quarantine.lookTitle(source)} size="wide" onClose={onClose}>
      <Payload receipt={receipt} />
    </Dialog>
  );
}
