import { sendCommunication } from '../features/messaging/communications/send-communication.task.ts';
import { newUuid } from '../platform/ids.ts';
import type { TaskContext } from '../platform/tasks/task.ts';
import type { ApiResponse } from './api-client.ts';
import { eventually } from './eventually.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { uuidFrom } from './uuid-from.ts';

type Organization = Pick<TestOrganization, 'organizationId' | 'api'>;
type Body = ApiResponse['body'];

const read = async ({ api }: Organization, id: string): Promise<Body> =>
  (await api.get(`/v1/communications/${id}`)).body;

/** The message, once its row meets this condition. The database is asked, which costs less than many requests. */
export async function messageOnce(
  { owner }: Pick<TestService, 'owner'>,
  organization: Organization,
  id: string,
  condition: string,
): Promise<Body> {
  const uuid = uuidFrom('communication', id);
  const text = `select from communications where communication_id = $1 and ${condition}`;
  await eventually(async () => (await owner.query(text, [uuid])).rowCount).catch(async (error) => {
    throw new Error(`${error.message}: ${JSON.stringify(await read(organization, id))}`);
  });
  return read(organization, id);
}

/** Once it is neither waiting nor being sent. */
export const HAS_ENDED = "status not in ('queued', 'sending')";

/** Waits until no message of the organization is waiting or being sent. */
export async function nothingToSend(
  { owner }: Pick<TestService, 'owner'>,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
): Promise<void> {
  const id = uuidFrom('organization', organizationId);
  const text = `select from communications where organization_id = $1 and not ${HAS_ENDED}`;
  await eventually(async () => (await owner.query(text, [id])).rowCount === 0);
}

/** Sends what waits, as a worker does: for tests on a service without a worker. */
export async function sendWaiting(
  service: Pick<TestService, 'owner' | 'taskContext'>,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
): Promise<void> {
  const organization_id = uuidFrom('organization', organizationId);
  const { rows } = await service.owner.query<{ communication_id: string }>(
    `select communication_id from communications where organization_id = $1 and status = 'queued'
     order by created_at, communication_id`,
    [organization_id],
  );
  await Promise.all(
    rows.map(({ communication_id }) =>
      attempt(service.taskContext, newUuid(), { organization_id, communication_id }),
    ),
  );
}

interface AttemptOptions {
  /** The task, to run one again: a new one if not given. */
  taskId?: string;
  /** Instead of those of the service. */
  outbound?: TaskContext['outbound'];
}

/**
 * Runs the task that sends a message once, as a worker does, and returns the message: for tests on a service without a
 * worker, which decide what happens between queueing and sending, and between two attempts.
 */
export async function attemptToSend(
  { taskContext }: Pick<TestService, 'taskContext'>,
  organization: Organization,
  id: string,
  { taskId = newUuid(), outbound = taskContext.outbound }: AttemptOptions = {},
): Promise<Body> {
  const communication_id = uuidFrom('communication', id);
  const organization_id = uuidFrom('organization', organization.organizationId);
  const context = { ...taskContext, outbound };
  await attempt(context, taskId, { organization_id, communication_id });
  return read(organization, id);
}

function attempt(
  context: TaskContext,
  id: string,
  data: { organization_id: string; communication_id: string },
): Promise<void> {
  const { signal } = new AbortController();
  return sendCommunication.handle(context, [{ id, data, queuedAt: new Date(), signal }]);
}
