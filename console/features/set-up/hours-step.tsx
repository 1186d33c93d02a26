import { useState } from 'react';
import { DEFAULT_WORKING_HOURS, type WorkingHours } from '../../../server/domain/working-hours.ts';
import { api } from '../../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { Page } from '../../session/page.tsx';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { hourErrors } from '../settings/hours/hour-errors.ts';
import { HoursEditor } from '../settings/hours/hours-editor.tsx';
import styles from './set-up.module.css';

/** A new company works from Monday to Friday, until it says something else. */
export function HoursStep({ onDone }: { onDone(): void }) {
  const [hours, setHours] = useState<WorkingHours>(DEFAULT_WORKING_HOURS);
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const save = async () => {
    if (hourErrors(hours).size > 0) {
      setTrouble({ ...NO_TROUBLE, message: text.settings.hours.fix });
      return;
    }
    try {
      await api.organization.update({ working_hours: hours });
      onDone();
    } catch (error) {
      setTrouble(troubleOf(error, []));
    }
  };
  return (
    <Page title={text.setUpHours} intro={text.setUpHoursIntro} size="wide">
      <HoursEditor hours={hours} onChange={setHours} withDates={false} />
      <TroubleNotice trouble={trouble} />
      <div className={styles.buttons}>
        <Button onClick={onDone}>{text.skip}</Button>
        <Button look="primary" onClick={() => void save()}>
          {text.saveAndGoOn}
        </Button>
      </div>
    </Page>
  );
}
