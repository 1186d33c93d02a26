import type { PlaybookRun } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { sendLater } from '../../feedback/send-later.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';

const ACTIVE = ['queued', 'running', 'waiting'];
const playbooks = text.playbooks;

/** A failed run goes on at its step; an active one can be canceled, which cannot be undone. */
export function RunActions({ run, onChanged }: { run: PlaybookRun; onChanged(): Promise<void> }) {
  const me = useMe();
  if (!mayI(me, 'playbooks:write')) return null;
  const { run_id, status, playbook_name } = run;
  const retry = async () => {
    const retried = await act(() => api.playbookRuns.retry(run_id));
    if (retried) sayDone(playbooks.retried);
    await onChanged();
  };
  const cancel = () =>
    sendLater(playbooks.canceling(playbook_name), () => {
      void act(() => api.playbookRuns.cancel(run_id)).then(onChanged);
    });
  return (
    <>
      {status === 'failed' && (
        <Button look="primary" onClick={() => void retry()}>
          {playbooks.retry}
        </Button>
      )}
      {ACTIVE.includes(status) && (
        <Button look="danger" onClick={cancel}>
          {playbooks.cancelRun}
        </Button>
      )}
    </>
  );
}
