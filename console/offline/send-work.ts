import { api } from '../api/client.ts';
import type { OutboxEntry } from './outbox.ts';
import { type WorkStep, workOf } from './work.ts';

/** Sends it under its key: however often it is sent, it happens once. */
export async function sendWork(entry: OutboxEntry): Promise<void> {
  const work = workOf(entry);
  const { at } = work;
  const options = { idempotencyKey: entry.key };
  switch (work.do) {
    case 'step':
      await STEPS[work.step](work.appointment_id, { at }, options);
      return;
    case 'check': {
      const { check, uncheck } = api.checklistItems;
      const send = (work.is_checked ? check : uncheck).bind(api.checklistItems);
      await send(work.item_id, { at }, options);
      return;
    }
    case 'note':
      await api.jobs.notes.create(work.job_id, { text: work.text, at }, options);
      return;
    case 'photo': {
      const upload = { type: 'image/jpeg' as const, content: work.content };
      const { file_id } = await api.files.create(upload, { name: work.name }, options);
      const attach = { idempotencyKey: `${entry.key}-attach` };
      await api.jobs.attachments.create(work.job_id, { file_id, kind: 'photo' }, attach);
      return;
    }
    case 'collect': {
      const { job_id, amount, currency, method } = work;
      await api.jobs.collectPayment(job_id, { amount, currency, method, at }, options);
    }
  }
}

const STEPS: Record<
  WorkStep,
  (id: string, body: { at: string }, options: { idempotencyKey: string }) => Promise<unknown>
> = {
  en_route: (...request) => api.appointments.enRoute(...request),
  start: (...request) => api.appointments.start(...request),
  complete: (...request) => api.appointments.complete(...request),
  no_show: (...request) => api.appointments.noShow(...request),
};
