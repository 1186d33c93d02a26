import { useState } from 'react';
import type { WorkingHours } from '../../../../server/domain/working-hours.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../../api/problems.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { hourErrors } from './hour-errors.ts';

const words = text.settings.hours;

/** Saves hours that are in order, with the way back to those before. Null is "as the company". */
export function SaveHours({
  hours,
  stored,
  save,
  onUndone,
}: {
  hours: WorkingHours | null;
  stored: WorkingHours | null;
  save(hours: WorkingHours | null): Promise<unknown>;
  onUndone(): void;
}) {
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    if (hours !== null && hourErrors(hours).size > 0) {
      setTrouble({ ...NO_TROUBLE, message: words.fix });
      return;
    }
    setIsSending(true);
    setTrouble(NO_TROUBLE);
    try {
      await inSession(() => save(hours));
      const undo = () => void act(() => save(stored)).then(onUndone);
      sayDone(words.saved, { undo });
    } catch (error) {
      setTrouble(troubleOf(error, []));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <>
      <TroubleNotice trouble={trouble} />
      <div>
        <Button look="primary" disabled={isSending} onClick={() => void send()}>
          {isSending ? text.working : text.save}
        </Button>
      </div>
    </>
  );
}
