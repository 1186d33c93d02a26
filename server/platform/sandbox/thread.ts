import { parentPort, workerData } from 'node:worker_threads';
import { decide, readCondition } from './cel-engine.ts';
import type { Job, JobResult } from './jobs.ts';
import { readText, renderText } from './liquid-engine.ts';
import { beginJob, endJobs, type Progress } from './progress.ts';

/** The entry file of a thread of the sandbox: the only place where text that customers wrote is evaluated. */

/** Jobs that wait after this time go back to the queue, where it is the turn of another organization. */
const SHARE_MS = 5;

const progress: Progress = workerData;

parentPort?.on('message', (jobs: readonly Job[]) => {
  const startedAt = performance.now();
  const results: JobResult[] = [];
  for (const [index, job] of jobs.entries()) {
    if (index > 0 && performance.now() - startedAt > SHARE_MS) break;
    beginJob(progress, index);
    results.push(resultOf(job));
  }
  endJobs(progress);
  parentPort?.postMessage(results);
});
// The first evaluation loads and compiles much of both engines, which must not count as time of a customer's text.
for (let round = 0; round < 3; round += 1) {
  renderText('{% if a %}{{ a | append: "b" | date: "%d" }}{% endif %}{{ a.b.c | default: "" }}', {
    a: '1',
  });
  decide('a:dyn', `a.startsWith('x${round}') && size(a) > 1 || [1].exists(x, x == 2)`, { a: '1' });
}
parentPort?.postMessage('ready');

function resultOf(job: Job): JobResult {
  switch (job.do) {
    case 'read_texts':
      return job.texts.map(readText);
    case 'render_texts':
      return job.texts.map((text) => renderText(text, job.variables));
    case 'read_conditions':
      return job.conditions.map((text) => readCondition(job.scope, text));
    case 'decide':
      return decide(job.scope, job.condition, job.variables);
  }
}
