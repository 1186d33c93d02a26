import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { ApiProblem } from './api.ts';
import { asList, asObject, asText } from './json.ts';
import type { Session } from './session.ts';

const SCHEME = 'throughline://';

/** What a user can add to a conversation by its address. */
export function registerResources(server: McpServer, session: Session): void {
  registerGuides(server, session);
  registerRecord(server, session, {
    name: 'lifecycle',
    path: 'lifecycles/{lifecycle_number}',
    operation: 'getLifecycle',
    title: 'A lifecycle',
    description: 'Everything under one number, with its timeline.',
  });
  registerRecord(server, session, {
    name: 'event_type',
    path: 'event-types/{type}',
    operation: 'getEventType',
    title: 'An event type',
    description: 'What it means, with its schema and an example.',
  });
  registerRecord(server, session, {
    name: 'playbook',
    path: 'playbooks/{id}',
    operation: 'getPlaybook',
    title: 'A playbook',
    description: 'Its trigger and its steps.',
    list: () => listPlaybooks(session),
  });
}

interface ListedResource {
  uri: string;
  name: string;
  mimeType: string;
}

interface RecordResource {
  name: string;
  /** The names in braces are the parameters of the operation. */
  path: string;
  operation: string;
  title: string;
  description: string;
  list?: () => Promise<ListedResource[]>;
}

const JSON_TYPE = 'application/json';

function registerRecord(
  server: McpServer,
  session: Session,
  { name, path, operation, list, ...shown }: RecordResource,
): void {
  if (!session.may(operation)) return;
  const listed = list && (async () => ({ resources: await list() }));
  const template = new ResourceTemplate(SCHEME + path, { list: listed });
  server.registerResource(name, template, { ...shown, mimeType: JSON_TYPE }, async (uri, names) => {
    const given = Object.entries(names).map(([key, value]) => [key, decoded(value)]);
    const parameters = Object.fromEntries(given);
    const record = await session.read(operation, { parameters }).catch(explain);
    return {
      contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(record) }],
    };
  });
}

async function listPlaybooks(session: Session): Promise<ListedResource[]> {
  if (!session.may('listPlaybooks')) return [];
  const page = asObject(await session.read('listPlaybooks', { parameters: { limit: 100 } }));
  return asList(page.data).map((one) => {
    const { playbook_id, name } = asObject(one);
    const uri = `${SCHEME}playbooks/${asText(playbook_id)}`;
    return { uri, name: asText(name), mimeType: JSON_TYPE };
  });
}

const MARKDOWN = 'text/markdown';

function registerGuides(server: McpServer, session: Session): void {
  const list = async () => {
    const links = (await session.guide('')).matchAll(/\[([^\]]+)\]\(([a-z-]+)\.md\)/g);
    const resources = [...links].map(([, name = '', page = '']) => ({
      uri: `${SCHEME}docs/${page}`,
      name,
      mimeType: MARKDOWN,
    }));
    return { resources };
  };
  const template = new ResourceTemplate(`${SCHEME}docs/{page}`, { list });
  const shown = {
    title: 'A guide',
    description: 'How the service works, such as docs/playbooks.',
    mimeType: MARKDOWN,
  };
  server.registerResource('guide', template, shown, async (uri, { page = '' }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: MARKDOWN,
        text: await session.guide(decoded(page)).catch(explain),
      },
    ],
  }));
}

function decoded(value: string | string[]): string {
  return decodeURIComponent([value].flat().join(''));
}

/** A client shows the message of an error, and nothing else of it. */
function explain(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error;
  const detail = asText(asObject(error.body).detail);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, detail || error.message);
}
