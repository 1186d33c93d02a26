import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  Customer,
  Equipment,
  Job,
  Lifecycle,
  Property,
} from '../../../packages/sdk/src/index.ts';
import { coverageOn } from '../../../server/features/equipment/coverage.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor, plainDate } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { coordinatesText } from '../dispatch/coordinates.ts';
import { MachineDialog } from './machine-dialog.tsx';
import { EditMachine, NewMachine } from './machine-form.tsx';
import { addressOf, machineName, payerName } from './names.ts';
import styles from './places.module.css';
import { EditProperty, NewProperty } from './property-form.tsx';
import { type Person, type Places, usePlaces } from './use-places.ts';

type Question =
  | { about: 'new-property' }
  | { about: 'property'; property: Property; payer: Customer | null }
  | { about: 'new-machine'; property: Property }
  | { about: 'machine' | 'edit-machine'; machine: Equipment };

/** Where the person has work done, how to get in there, and what machines are there. */
export function NumberPlaces({ lifecycle, name }: { lifecycle: Lifecycle; name: string }) {
  const me = useMe();
  const { lead, customer, jobs } = lifecycle;
  const person = { customerId: customer?.customer_id ?? null, leadId: lead.lead_id };
  const places = usePlaces(person);
  const [asked, setAsked] = useState<Question | null>(null);
  if (!mayI(me, 'customers:read') && !mayI(me, 'customers:own')) return null;
  const mayWrite = mayI(me, 'customers:write');
  const close = () => setAsked(null);
  return (
    <section aria-label={text.places.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.places.title}</h2>
        {mayWrite && (
          <Button onClick={() => setAsked({ about: 'new-property' })}>{text.places.add}</Button>
        )}
      </header>
      <Loaded of={places}>
        {(value) => <PlaceList places={value} mayWrite={mayWrite} onAsk={setAsked} />}
      </Loaded>
      {asked && (
        <Asked
          question={asked}
          person={person}
          name={name}
          knownAddress={customer?.address ?? lead.address}
          jobs={jobs}
          onSaved={() => void places.query.refresh()}
          onClose={close}
        />
      )}
    </section>
  );
}

function Asked({
  question,
  person,
  name,
  knownAddress,
  jobs,
  onSaved,
  onClose,
}: {
  question: Question;
  person: Person;
  name: string;
  knownAddress: string | null;
  jobs: readonly Job[];
  onSaved(): void;
  onClose(): void;
}) {
  const saving = { onSaved, onClose };
  const props = { jobs, ...saving };
  switch (question.about) {
    case 'new-property':
      return <NewProperty person={person} name={name} knownAddress={knownAddress} {...saving} />;
    case 'property':
      return <EditProperty property={question.property} payer={question.payer} {...saving} />;
    case 'new-machine':
      return <NewMachine property={question.property} {...props} />;
    case 'edit-machine':
      return <EditMachine machine={question.machine} {...props} />;
    case 'machine':
      return <MachineDialog machine={question.machine} onClose={onClose} />;
  }
}

interface ListProps {
  places: Places;
  mayWrite: boolean;
  onAsk(question: Question): void;
}

function PlaceList({ places, mayWrite, onAsk }: ListProps) {
  const { properties } = places;
  if (properties.length === 0) return <p className={styles.quiet}>{text.places.empty}</p>;
  return (
    <ul className={styles.list}>
      {properties.map((property) => (
        <Place key={property.property_id} {...{ property, places, mayWrite, onAsk }} />
      ))}
    </ul>
  );
}

function Place({ property, places, mayWrite, onAsk }: ListProps & { property: Property }) {
  const { address, access_notes, coordinates, bill_to_customer_id } = property;
  const payer = places.payers.find((one) => one.customer_id === bill_to_customer_id) ?? null;
  return (
    <li className={styles.place}>
      <div className={styles.row}>
        <span className={styles.content}>{addressOf(property)}</span>
        {mayWrite && (
          <Button
            look="plain"
            aria-label={text.places.editOf(address.line1)}
            onClick={() => onAsk({ about: 'property', property, payer })}
          >
            {text.places.edit}
          </Button>
        )}
      </div>
      {access_notes !== null && <p className={styles.quiet}>{access_notes}</p>}
      {coordinates !== null && (
        <p className={styles.quiet}>{text.places.coordinates(coordinatesText(coordinates))}</p>
      )}
      {payer && (
        <p className={styles.quiet}>
          {text.places.paidBy}{' '}
          <Link to="/n/$number" params={{ number: payer.lifecycle_number }}>
            {payerName(payer)}
          </Link>
        </p>
      )}
      <Machines property={property} places={places} mayWrite={mayWrite} onAsk={onAsk} />
      {mayWrite && (
        <div>
          <Button
            look="plain"
            aria-label={text.places.addMachineTo(address.line1)}
            onClick={() => onAsk({ about: 'new-machine', property })}
          >
            {text.places.addMachine}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Each with whether it is still covered today. */
function Machines({ property, places, mayWrite, onAsk }: ListProps & { property: Property }) {
  const today = formatsFor(useMe().organization.time_zone).date(now());
  const machines = places.machines.filter((one) => one.property_id === property.property_id);
  if (machines.length === 0) return null;
  return (
    <ul className={styles.machines}>
      {machines.map((machine) => {
        const { until } = coverageOn(today, machine);
        const name = machineName(machine);
        return (
          <li key={machine.equipment_id} className={styles.row}>
            <span className={styles.content}>
              <button
                type="button"
                className={styles.link}
                onClick={() => onAsk({ about: 'machine', machine })}
              >
                {name}
              </button>
              <Badge look={until === null ? 'plain' : 'ok'}>
                {until === null
                  ? text.places.notCovered
                  : text.places.coveredUntil(plainDate(until))}
              </Badge>
            </span>
            {mayWrite && (
              <Button
                look="plain"
                aria-label={text.places.editOf(name)}
                onClick={() => onAsk({ about: 'edit-machine', machine })}
              >
                {text.places.edit}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
