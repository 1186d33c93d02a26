import type { FailedTask } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { usePages } from '../../store/use-pages.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Table } from '../../ui/table.tsx';
import { DeveloperTabs } from './tabs.tsx';

const developers = text.developers;

export function FailedTasks() {
  return (
    <NeedsScope scope="tasks:read" title={developers.title}>
      <Content />
    </NeedsScope>
  );
}

/** Work in the background that used up its attempts. */
function Content() {
  const me = useMe();
  const { short } = formatsFor(me.organization.time_zone);
  const list = usePages('failed tasks', {
    list: (signal) => api.failedTasks.list({ limit: 50 }, { signal }),
    keyOf: ({ task_id }) => task_id,
    isAffectedBy: (event) => kindOf(event) === 'task',
  });
  const retry = async ({ task_id }: FailedTask) => {
    const done = await act(() => api.failedTasks.retry(task_id));
    if (done) sayDone(developers.retried);
    await list.query.refresh();
  };
  return (
    <Screen title={developers.title}>
      <DeveloperTabs />
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{developers.noTasks}</Empty>
          ) : (
            <Table
              label={developers.tasks}
              rows={items}
              keyOf={({ task_id }) => task_id}
              columns={[
                { label: developers.task, cell: ({ task }) => inWords(task) },
                { label: developers.error, isText: true, cell: ({ error }) => error },
                { label: developers.attempts, isNumber: true, cell: (task) => task.attempts },
                { label: developers.failedAt, cell: (task) => short(task.failed_at, now()) },
                {
                  label: developers.retry,
                  cell: (task) =>
                    mayI(me, 'tasks:write') && (
                      <Button onClick={() => void retry(task)}>{developers.retry}</Button>
                    ),
                },
              ]}
              more={list}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}
