import { useState } from 'react';
import type { CreateEquipment, Equipment, Job, Property } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { machineName } from './names.ts';
import styles from './places.module.css';

type MachineBody = Omit<CreateEquipment, 'property_id'>;

interface MachineProps {
  /** Of the person, one of which may have installed it. */
  jobs: readonly Job[];
  onSaved(): void;
  onClose(): void;
}

export function NewMachine({ property, ...props }: MachineProps & { property: Property }) {
  const { property_id, address } = property;
  const [key] = useState(() => crypto.randomUUID());
  return (
    <MachineForm
      title={text.places.addMachineTitle(address.line1)}
      machine={null}
      send={(body) => api.equipment.create({ property_id, ...body }, { idempotencyKey: key })}
      {...props}
    />
  );
}

export function EditMachine({ machine, ...props }: MachineProps & { machine: Equipment }) {
  return (
    <MachineForm
      title={text.places.editTitle(machineName(machine))}
      machine={machine}
      send={(body) => api.equipment.update(machine.equipment_id, body)}
      {...props}
    />
  );
}

const TEXTS = [
  { of: 'make', label: text.places.make },
  { of: 'model', label: text.places.model },
  { of: 'serial', label: text.places.serial },
] as const;
const DATES = [
  { of: 'installed_on', label: text.places.installedOn },
  { of: 'manufacturer_warranty_until', label: text.places.partsUntil },
  { of: 'labour_warranty_until', label: text.places.labourUntil },
] as const;
const NAMES = [
  'kind',
  ...TEXTS.map(({ of }) => of),
  ...DATES.map(({ of }) => of),
  'installed_by_job_id',
];

function MachineForm({
  title,
  machine,
  jobs,
  send,
  onSaved,
  onClose,
}: MachineProps & {
  title: string;
  machine: Equipment | null;
  send(body: MachineBody): Promise<Equipment>;
}) {
  const form = useForm(NAMES, async (values) => {
    const saved = await inSession(() => send(machineIn(values)));
    sayDone(text.places.saved(machineName(saved)));
    onSaved();
    onClose();
  });
  const errors = form.trouble.fields;
  const field = (name: string) => ({ name, error: errors[name], autoComplete: 'off' });
  return (
    <FormDialog title={title} form={form} submit={text.save} onClose={onClose}>
      <Field
        label={text.places.kind}
        hint={text.places.kindHint}
        {...field('kind')}
        maxLength={100}
        autoFocus
        defaultValue={machine ? inWords(machine.kind) : ''}
      />
      <div className={styles.pair}>
        {TEXTS.map(({ of, label }) => (
          <Field
            key={of}
            label={label}
            {...field(of)}
            maxLength={200}
            defaultValue={machine?.[of] ?? ''}
          />
        ))}
        {DATES.map(({ of, label }) => (
          <Field
            key={of}
            label={label}
            {...field(of)}
            type="date"
            defaultValue={machine?.[of] ?? ''}
          />
        ))}
      </div>
      {jobs.length > 0 && (
        <SelectField
          label={text.places.installedBy}
          {...field('installed_by_job_id')}
          defaultValue={machine?.installed_by_job_id ?? ''}
          options={[
            { value: '', label: text.places.noJob },
            ...jobs.map(({ job_id, title: job }) => ({ value: job_id, label: job })),
          ]}
        />
      )}
    </FormDialog>
  );
}

function machineIn(values: FormData): MachineBody {
  const value = (name: string) => typed(values, name).trim() || null;
  return {
    kind: typed(values, 'kind').trim(),
    make: value('make'),
    model: value('model'),
    serial: value('serial'),
    installed_on: value('installed_on'),
    manufacturer_warranty_until: value('manufacturer_warranty_until'),
    labour_warranty_until: value('labour_warranty_until'),
    ...(values.has('installed_by_job_id') && {
      installed_by_job_id: value('installed_by_job_id'),
    }),
  };
}
