import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics of the process, served at /metrics. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  events: Counter<'type'>;
  /** Webhooks, follow-ups or playbooks of an organization that stand still. */
  failedFollowers: Gauge;
  logMonthsAhead: Gauge;
  eventStreams: Gauge;
  tasks: Counter<'task' | 'outcome'>;
  taskLateness: Histogram<'task'>;
  taskDepth: Gauge<'task' | 'state'>;
  taskOldestAge: Gauge<'task'>;
  deadLetters: Gauge;
  databaseConnections: Gauge<'state'>;
  formHoneypots: Counter;
  formChallenges: Counter<'outcome'>;
  playbookLateness: Histogram;
  playbookRunsLate: Counter;
  webhookAttempts: Histogram<'outcome'>;
  webhookLateness: Histogram;
  webhookPending: Gauge;
  webhookOldestDue: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // In milliseconds. The default of 10 keeps an idle process awake.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  return {
    registry,
    ...requestMetrics(registers),
    ...taskMetrics(registers),
    ...playbookMetrics(registers),
    ...webhookMetrics(registers),
  };
}

function requestMetrics(registers: Registry[]) {
  return {
    requests: new Histogram({
      name: 'throughline_http_request_duration_seconds',
      help: 'Time from receiving a request to sending its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    events: new Counter({
      name: 'throughline_events_total',
      help: 'Events that this process committed, by type.',
      labelNames: ['type'],
      registers,
    }),
    failedFollowers: new Gauge({
      name: 'throughline_event_followers_failed',
      help: 'Followers that could not handle the next events of an organization, and are tried again every few seconds.',
      registers,
    }),
    logMonthsAhead: new Gauge({
      name: 'throughline_log_months_ahead',
      help: 'Months after this one that the event log has partitions for. At 0, all changes fail when the month ends.',
      registers,
    }),
    eventStreams: new Gauge({
      name: 'throughline_event_streams',
      help: 'Open event streams of this process.',
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'throughline_database_connections',
      help: 'Database connections of this process: in use, idle, and requests waiting for one.',
      labelNames: ['state'],
      registers,
    }),
    formHoneypots: new Counter({
      name: 'throughline_form_honeypot_total',
      help: 'Submissions of hosted forms that were dropped because the hidden spam-trap field was filled in.',
      registers,
    }),
    formChallenges: new Counter({
      name: 'throughline_form_challenges_total',
      help: 'Submissions of hosted forms by how they passed the challenge: proof, wait, again (not yet) or replayed.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

function taskMetrics(registers: Registry[]) {
  return {
    tasks: new Counter({
      name: 'throughline_tasks_total',
      help: 'Background tasks that ran in this process, by outcome.',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    taskLateness: new Histogram({
      name: 'throughline_task_lateness_seconds',
      help: 'How long after its due time a background task started.',
      labelNames: ['task'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 600],
      registers,
    }),
    taskDepth: new Gauge({
      name: 'throughline_tasks',
      help: 'Background tasks by state: ready and deferred in the queue, each counted up to 10,000, and active in this process.',
      labelNames: ['task', 'state'],
      registers,
    }),
    taskOldestAge: new Gauge({
      name: 'throughline_task_oldest_ready_seconds',
      help: 'How long the oldest ready task of the first 10,000 in the queue has been waiting.',
      labelNames: ['task'],
      registers,
    }),
    deadLetters: new Gauge({
      name: 'throughline_dead_letters',
      help: 'Tasks that used up their retries and need attention, counted up to 10,000.',
      registers,
    }),
  };
}

function playbookMetrics(registers: Registry[]) {
  return {
    playbookLateness: new Histogram({
      name: 'throughline_playbook_lateness_seconds',
      help: 'How long after its due time a playbook run was processed.',
      buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 600],
      registers,
    }),
    playbookRunsLate: new Counter({
      name: 'throughline_playbook_runs_late_total',
      help: 'Playbook runs that were found more than a minute late.',
      registers,
    }),
  };
}

function webhookMetrics(registers: Registry[]) {
  return {
    webhookAttempts: new Histogram({
      name: 'throughline_webhook_attempt_duration_seconds',
      help: 'Duration of webhook attempts, by outcome: delivered, or the reason for the failure.',
      labelNames: ['outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    webhookLateness: new Histogram({
      name: 'throughline_webhook_lateness_seconds',
      help: 'How long after an event its first webhook attempt started.',
      buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600],
      registers,
    }),
    webhookPending: new Gauge({
      name: 'throughline_webhook_deliveries_pending',
      help: 'Pending deliveries, including those of disabled endpoints, counted up to 10,000.',
      registers,
    }),
    webhookOldestDue: new Gauge({
      name: 'throughline_webhook_oldest_due_seconds',
      help: 'How long the oldest due delivery has been waiting.',
      registers,
    }),
  };
}

export function eventCounter({ events }: Metrics): (types: readonly string[]) => void {
  return (types) => {
    for (const type of types) events.inc({ type });
  };
}
