import { DoneAtBody, type EarlierStep, readDoneAt } from '../../domain/done-at.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { type Mutation, mutation } from '../../platform/http/operation.ts';
import { creates, returns } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { changeJob } from './change-job.ts';
import { checklistItems, findJobOfItem, toItemRow } from './checklist-queries.ts';
import { jobChecklistChanged } from './events.ts';
import { CreateChecklistItemBody } from './job-bodies.ts';
import { type ChecklistEntry, toJob } from './job-row.ts';
import { lockJob } from './queries.ts';
import { Job } from './schemas.ts';

/** Every job is returned with its whole checklist, so the checklist must stay short. */
const MAX_ITEMS = 200;

export const createChecklistItem = mutation({
  id: 'createChecklistItem',
  method: 'POST',
  path: '/v1/jobs/{id}/checklist',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write', 'jobs:own'],
  summary: 'Add a checklist item',
  description:
    'Adds an item to the end of the checklist of the job. A checklist has at most 200 items.',
  body: CreateChecklistItemBody,
  responses: creates(Job, 'The job with its checklist.'),
  problems: ['checklist_full', 'person_erased'],
  async run(tx, { params, body }) {
    const before = await lockJob(tx, params.id);
    if (before.checklist.length >= MAX_ITEMS) {
      throw conflict(
        'checklist_full',
        `A checklist has at most ${MAX_ITEMS} items. Combine items, or add a note to the job instead.`,
      );
    }
    const item = {
      item_id: newUuid(),
      title: body.title.trim(),
      checked_at: null,
      changed_at: null,
      created_at: tx.now.toISOString(),
    };
    checklistItems.insert(tx, toItemRow(tx, before.job_id, item));
    const checklist = [...before.checklist, item];
    return { status: 201, body: changeJob(tx, before, { checklist }, jobChecklistChanged) };
  },
});

function itemOperation(spec: {
  id: string;
  verb: 'check' | 'uncheck';
  undo: string;
  summary: string;
  description: string;
}): Mutation {
  const { id, verb, undo, summary, description } = spec;
  return mutation({
    id,
    method: 'POST',
    path: `/v1/checklist-items/{id}/${verb}`,
    tag: 'Jobs',
    resource: 'checklist item',
    scopes: ['jobs:write', 'jobs:own'],
    undo,
    params: { id: 'item' },
    summary,
    description: `${description} Repeating the request changes nothing.`,
    body: DoneAtBody,
    isBodyOptional: true,
    responses: returns(Job, 'The job with its checklist.'),
    async run(tx, { params, body }) {
      const before = await lockJob(tx, await findJobOfItem(tx, params.id));
      const item = before.checklist.find(({ item_id }) => item_id === params.id);
      if (!item) throw notFound('checklist item');
      const isChecked = verb === 'check';
      if ((item.checked_at !== null) === isChecked) return { status: 200, body: toJob(before) };
      const at = readDoneAt(tx, body.at, lastChangeOf(item)).toISOString();
      const changed = { ...item, checked_at: isChecked ? at : null, changed_at: at };
      checklistItems.update(tx, toItemRow(tx, before.job_id, changed));
      const checklist = before.checklist.map((one) => (one === item ? changed : one));
      return { status: 200, body: changeJob(tx, before, { checklist }, jobChecklistChanged) };
    },
  });
}

function lastChangeOf({ checked_at, changed_at }: ChecklistEntry): EarlierStep {
  const last = changed_at ?? checked_at;
  return { at: last === null ? null : new Date(last), name: 'the item was last changed' };
}

export const checkChecklistItem = itemOperation({
  id: 'checkChecklistItem',
  verb: 'check',
  undo: 'uncheckChecklistItem',
  summary: 'Check off a checklist item',
  description: 'Marks a checklist item as done.',
});
export const uncheckChecklistItem = itemOperation({
  id: 'uncheckChecklistItem',
  verb: 'uncheck',
  undo: 'checkChecklistItem',
  summary: 'Uncheck a checklist item',
  description: 'Marks a checklist item as not done.',
});
