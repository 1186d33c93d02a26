import { useState } from 'react';
import type { Lead } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { leads } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './edit-origin.module.css';
import {
  ATTRIBUTION_FIELDS,
  nameOfKey,
  type OriginChange,
  originChange,
  rowsOf,
  undoOfOrigin,
  type ValueRow,
  wrongRows,
} from './edited-origin.ts';
import { nameOfValue, ValueRows } from './value-rows.tsx';

const attributionField = (name: string) => `attribution/${name}`;

/** The campaign and the pages that a lead came by, and the company's own values. */
export function EditOrigin({
  lead,
  onChanged,
  onClose,
}: {
  lead: Lead;
  onChanged(): Promise<void>;
  onClose(): void;
}) {
  const [opened] = useState(lead);
  const [rows, setRows] = useState<readonly ValueRow[]>(() => rowsOf(lead));
  const names = [
    ...ATTRIBUTION_FIELDS.map(attributionField),
    ...rows.flatMap((_, at) => [nameOfKey(at), nameOfValue(at)]),
    'metadata',
  ];
  const save = async (change: OriginChange) => {
    leads.put(await api.leads.update(lead.lead_id, change));
  };
  const form = useForm(names, async (values) => {
    const wrong = wrongRows(rows);
    if (wrong) return wrong;
    const current = leads.newest(lead);
    const typedIn = (name: string) => typed(values, attributionField(name));
    const change = originChange(opened, current, typedIn, rows);
    if (Object.keys(change).length > 0) {
      await inSession(() => save(change));
      const before = undoOfOrigin(current, change);
      sayDone(text.number.saved, { undo: () => void act(() => save(before)).then(onChanged) });
      await onChanged();
    }
    onClose();
  });
  const { fields } = form.trouble;
  return (
    <FormDialog
      title={text.number.editOrigin}
      form={form}
      submit={text.save}
      size="wide"
      onClose={onClose}
    >
      <div className={styles.fields}>
        {ATTRIBUTION_FIELDS.map((name, at) => (
          <Field
            key={name}
            label={text.number.attribution[name]}
            name={attributionField(name)}
            error={fields[attributionField(name)]}
            autoComplete="off"
            autoFocus={at === 0}
            defaultValue={opened.attribution[name] ?? ''}
          />
        ))}
      </div>
      <ValueRows rows={rows} errors={fields} onChange={setRows} />
    </FormDialog>
  );
}
