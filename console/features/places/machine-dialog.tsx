import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type {
  Equipment,
  EquipmentDetails,
  EquipmentHistoryItem,
} from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor, plainDate } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { machineName } from './names.ts';
import styles from './places.module.css';

const KINDS = ['equipment', 'job', 'warranty_claim', 'appointment'];

/** Whether a machine is still covered today, and what was done with it. */
export function MachineDialog({ machine, onClose }: { machine: Equipment; onClose(): void }) {
  const id = machine.equipment_id;
  const details = useQuery(`equipment ${id}`, {
    load: (signal) => api.equipment.get(id, { signal }),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
  return (
    <Dialog title={machineName(machine)} onClose={onClose}>
      <Loaded of={details}>{(value) => <Details machine={value} />}</Loaded>
    </Dialog>
  );
}

function Details({ machine }: { machine: EquipmentDetails }) {
  const { coverage, history } = machine;
  const date = (day: string | null) => day && plainDate(day);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text.places.coverage, <CoverageText key="coverage" coverage={coverage} />],
    [text.places.serial, machine.serial],
    [text.places.installedOn, date(machine.installed_on)],
    [text.places.partsUntil, date(machine.manufacturer_warranty_until)],
    [text.places.labourUntil, date(machine.labour_warranty_until)],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <h3 className={styles.heading}>{text.places.history}</h3>
      {history.length === 0 && <p className={styles.quiet}>{text.places.noHistory}</p>}
      <ul className={styles.history}>
        {history.map((item) => (
          <li key={item.id}>
            <HistoryText item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CoverageText({ coverage: { parts, labour, until } }: Pick<EquipmentDetails, 'coverage'>) {
  if (until === null) return text.places.notCovered;
  return (
    <>
      {text.places.coveredUntil(plainDate(until))}
      {parts && <Badge look="ok">{text.places.parts}</Badge>}
      {labour && <Badge look="ok">{text.places.labour}</Badge>}
    </>
  );
}

function HistoryText({ item: { kind, id, at } }: { item: EquipmentHistoryItem }) {
  const { fullDate } = formatsFor(useMe().organization.time_zone);
  const said = `${wordFor(text.places.historyKinds, kind)}, ${fullDate(at)}`;
  if (kind !== 'job') return said;
  return (
    <Link to="/jobs/$id" params={{ id }}>
      {said}
    </Link>
  );
}
