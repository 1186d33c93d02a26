import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { PlaybookRun } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';
import { kindOf, playbookRuns } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { usePages } from '../../store/use-pages.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './playbooks.module.css';
import { RUN_STATUSES, type RunSearch, readRunSearch } from './run-search.ts';
import { RunState } from './run-state.tsx';
import { PlaybookTabs } from './tabs.tsx';

const playbooks = text.playbooks;

export function Runs() {
  return (
    <NeedsScope scope="playbooks:read" title={playbooks.runs}>
      <Content />
    </NeedsScope>
  );
}

/** What playbooks have done and are doing. */
function Content() {
  const search = useSearch({ from: '/office/playbooks/runs' });
  const zone = useMe().organization.time_zone;
  const { playbook, number, status, late } = search;
  const list = usePages(`runs ${JSON.stringify(search)}`, {
    list: (signal) =>
      api.playbookRuns.list(
        {
          limit: 50,
          playbook_id: playbook,
          lifecycle_number: number,
          // What is about to run counts as running.
          status: status === 'running' ? ['queued', 'running'] : status && [status],
          late,
        },
        { signal },
      ),
    keyOf: ({ run_id }) => run_id,
    isAffectedBy: (event) => kindOf(event) === 'playbook_run',
  });
  const items = useNewest(playbookRuns, list.value?.items) ?? [];
  return (
    <Screen title={playbooks.title}>
      <PlaybookTabs />
      <Filters search={search} />
      <Loaded of={list}>
        {() =>
          items.length === 0 ? (
            <Empty>{playbooks.noRuns}</Empty>
          ) : (
            <Table
              label={playbooks.runs}
              rows={items}
              keyOf={({ run_id }) => run_id}
              columns={columnsFor(zone)}
              more={list}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Filters({ search }: { search: RunSearch }) {
  const navigate = useNavigate();
  const set = (change: Record<string, unknown>) =>
    void navigate({
      to: '/playbooks/runs',
      search: readRunSearch({ ...search, ...change }),
      replace: true,
    });
  const list = usePages('playbooks true', {
    list: (signal) => api.playbooks.list({ limit: 100, include_archived: true }, { signal }),
    keyOf: ({ playbook_id }) => playbook_id,
    isAffectedBy: (event) => kindOf(event) === 'playbook',
  });
  const setNumber = (value: string) => value !== (search.number ?? '') && set({ number: value });
  return (
    <fieldset className={styles.filters} aria-label={playbooks.filters}>
      <SelectField
        label={playbooks.playbook}
        value={search.playbook ?? ''}
        onChange={({ target }) => set({ playbook: target.value })}
        options={[
          { value: '', label: playbooks.anyPlaybook },
          ...(list.value?.items ?? []).map(({ playbook_id, name }) => ({
            value: playbook_id,
            label: name,
          })),
        ]}
      />
      <SelectField
        label={playbooks.status}
        value={search.status ?? ''}
        onChange={({ target }) => set({ status: target.value })}
        options={[
          { value: '', label: playbooks.anyStatus },
          ...RUN_STATUSES.map((value) => ({ value, label: playbooks.runStatus[value] })),
        ]}
      />
      <Field
        key={search.number ?? ''}
        label={playbooks.number}
        placeholder="100042-7"
        defaultValue={search.number}
        autoComplete="off"
        onBlur={({ target }) => setNumber(target.value.trim())}
        onKeyDown={({ key, currentTarget }) =>
          key === 'Enter' && setNumber(currentTarget.value.trim())
        }
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={search.late ?? false}
          onChange={({ target }) => set({ late: target.checked })}
        />
        {playbooks.onlyLate}
      </label>
    </fieldset>
  );
}

function columnsFor(zone: string): readonly Column<PlaybookRun>[] {
  const { short } = formatsFor(zone);
  return [
    {
      label: playbooks.playbook,
      isText: true,
      cell: (run) => (
        <Link to="/playbooks/runs/$run" params={{ run: run.run_id }}>
          {run.playbook_name}
        </Link>
      ),
    },
    {
      label: playbooks.number,
      cell: ({ lifecycle_number }) =>
        lifecycle_number === null ? (
          '–'
        ) : (
          <Link to="/n/$number" params={{ number: lifecycle_number }}>
            {lifecycle_number}
          </Link>
        ),
    },
    { label: playbooks.status, cell: (run) => <RunState run={run} /> },
    { label: playbooks.began, cell: (run) => short(run.created_at, now()) },
    {
      label: playbooks.next,
      cell: (run) => (run.due_at === null ? '–' : short(run.due_at, now())),
    },
    { label: playbooks.why, isText: true, cell: whyOf },
  ];
}

function whyOf({ error, reason }: PlaybookRun): string {
  return error?.detail ?? (reason === null ? '' : wordFor({}, reason));
}
