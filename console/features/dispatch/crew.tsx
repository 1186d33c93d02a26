import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { appointments } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { titleOf } from './board-data.ts';
import styles from './dispatch.module.css';
import type { Lanes } from './move-visit.ts';
import { stepsFrom } from './steps.ts';

/** Who goes along, and who could. */
export function Crew({
  visit,
  lanes,
  canWrite,
}: {
  visit: Appointment;
  lanes: Lanes;
  canWrite: boolean;
}) {
  const { assigned_to, crew } = visit;
  const canChange = canWrite && assigned_to !== null && stepsFrom(visit).length > 0;
  const others = lanes.people.filter(
    ({ user_id }) => user_id !== assigned_to && !crew.includes(user_id),
  );
  if (crew.length === 0 && !canChange) return null;
  return (
    <fieldset className={styles.crew}>
      <legend>{text.dispatch.crew}</legend>
      {crew.map((id) => (
        <span key={id}>
          {lanes.nameOf(id)}
          {canChange && (
            <Button
              look="plain"
              aria-label={text.dispatch.leaveCrew(lanes.nameOf(id))}
              onClick={() =>
                change(
                  visit,
                  crew.filter((one) => one !== id),
                  text.dispatch.crewLeft(lanes.nameOf(id), titleOf(visit)),
                )
              }
            >
              ×
            </Button>
          )}
        </span>
      ))}
      {canChange && others.length > 0 && (
        <select
          aria-label={text.dispatch.addToCrew}
          value=""
          onChange={({ target: { value } }) =>
            change(
              visit,
              [...crew, value],
              text.dispatch.crewJoined(lanes.nameOf(value), titleOf(visit)),
            )
          }
        >
          <option value="">{text.dispatch.addToCrew}</option>
          {others.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}

/** Someone who is taken at that time stays out of the crew, and the service says so. */
async function change(
  visit: Appointment,
  crew: readonly string[],
  said: string | null,
): Promise<void> {
  const { crew: before } = visit;
  const pending = appointments.change(visit.appointment_id, (base) => ({
    ...base,
    crew: [...crew],
  }));
  const result = await act(
    () => api.appointments.update(visit.appointment_id, { crew, if_updated_at: visit.updated_at }),
    () => pending.drop(),
  );
  if (!result) return;
  pending.confirm(result);
  if (said === null) return;
  sayDone(said, { undo: () => void change(result, before, null) });
}
