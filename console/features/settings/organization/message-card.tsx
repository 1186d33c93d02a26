import * as text from '../../../text/en.ts';
import { Field } from '../../../ui/field.tsx';
import { typed } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import { EditCard, valuesOf } from '../shared/edit-card.tsx';
import { numberIn } from '../shared/values.ts';
import type { OrganizationCard } from './organization.tsx';

const words = text.settings.organization;
const FROM = 'quiet_hours/allowed_from';
const UNTIL = 'quiet_hours/allowed_until';
const PER_PERSON = 'messages_per_person_per_day';

export function MessageCard({ organization, isReadOnly, save }: OrganizationCard) {
  const { allowed_from, allowed_until } = organization.quiet_hours;
  return (
    <EditCard
      title={words.messages}
      intro={words.messagesIntro}
      names={[FROM, UNTIL, PER_PERSON]}
      isReadOnly={isReadOnly}
      read={(values) => ({
        quiet_hours: {
          allowed_from: typed(values, FROM),
          allowed_until: endOfDay(typed(values, UNTIL)),
        },
        messages_per_person_per_day: numberIn(values, PER_PERSON),
      })}
      save={save}
      before={(change) => valuesOf(organization, change)}
    >
      {(field) => (
        <>
          <div className={cards.pair}>
            <Field
              label={words.allowedFrom}
              {...field(FROM)}
              type="time"
              defaultValue={allowed_from}
            />
            <Field
              label={words.allowedUntil}
              {...field(UNTIL)}
              type="time"
              defaultValue={allowed_until === '24:00' ? '00:00' : allowed_until}
            />
          </div>
          <div className={cards.pair}>
            <Field
              label={words.perPerson}
              hint={words.perPersonHint}
              {...field(PER_PERSON)}
              type="number"
              min={1}
              max={1000}
              defaultValue={organization.messages_per_person_per_day}
            />
          </div>
        </>
      )}
    </EditCard>
  );
}

/** A field for a time has no 24:00. */
function endOfDay(time: string): string {
  return time === '00:00' ? '24:00' : time;
}
