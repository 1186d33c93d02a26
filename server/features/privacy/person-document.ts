import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import type { Download } from '../../platform/http/download-operation.ts';
import { findCustomer, toCustomer } from '../customers/index.ts';
import { findLead, toLead } from '../leads/index.ts';
import { customerIdsOf, leadIdsOfPerson } from './erasure-queries.ts';
import { findFilledSections } from './filled-sections.ts';
import { type Page, type Person, SECTIONS } from './person-sections.ts';

export interface PersonRequest {
  organizationId: string;
  actor: Actor;
  eventTypes: EventCatalog;
}

/**
 * Everything that is stored about a person, as one JSON document with indentation. It is written page by page, each
 * read in its own short transaction, so memory does not grow with it. Throws 404 before anything is sent.
 */
export async function openPersonDocument(
  database: Database,
  request: PersonRequest,
  findLeadId: (tx: Tx) => Promise<string>,
): Promise<Download> {
  const { organizationId, actor } = request;
  const read = <T>(work: (tx: Tx) => Promise<T>) => database.read({ organizationId, actor }, work);
  const person = await read(async (tx) => readPerson(tx, await findLeadId(tx), request.eventTypes));
  const [number = 'person'] = person.numbers;
  return {
    fileName: `person-${number}.json`,
    body: write(database.clock.now(), person, read),
    async ended() {},
  };
}

async function readPerson(tx: Tx, leadId: string, eventTypes: EventCatalog): Promise<Person> {
  const ids = await leadIdsOfPerson(tx, leadId);
  const sorted = [leadId, ...ids.filter((id) => id !== leadId)];
  const leads = await Promise.all(sorted.map((id) => findLead(tx, id)));
  const numbers = leads.map((lead) => lead.lifecycle_number);
  const [customerIds, filled] = await Promise.all([
    customerIdsOf(tx, sorted),
    findFilledSections(tx, numbers, sorted),
  ]);
  const customers = await Promise.all(customerIds.map((id) => findCustomer(tx, id)));
  return {
    leadIds: sorted,
    numbers,
    leads: leads.map(toLead),
    customers: customers.map(toCustomer),
    filled,
    eventTypes,
  };
}

async function* write(
  now: Date,
  person: Person,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): AsyncGenerator<Buffer, void> {
  const { name, phone, email, address } = person.customers[0] ?? person.leads[0] ?? {};
  const head = {
    exported_at: now.toISOString(),
    contact: { name, phone, email, address },
    lifecycle_numbers: person.numbers,
    leads: person.leads,
    customers: person.customers,
  };
  yield Buffer.from(JSON.stringify(head, null, 2).slice(0, -2));
  for (const [section, readPage] of Object.entries(SECTIONS)) {
    if (section !== 'history' && !person.filled.has(section)) {
      yield Buffer.from(`,\n  "${section}": []`);
      continue;
    }
    yield Buffer.from(`,\n  "${section}": [`);
    let separator = '\n';
    for (let after: unknown = null; ; ) {
      const page: Page = await read((tx) => readPage(tx, person, after));
      if (page.items.length > 0) {
        yield Buffer.from(separator + page.items.map(indented).join(',\n'));
        separator = ',\n';
      }
      if (page.next === null) break;
      after = page.next;
    }
    yield Buffer.from(separator === '\n' ? ']' : '\n  ]');
  }
  yield Buffer.from('\n}\n');
}

function indented(item: unknown): string {
  return JSON.stringify(item, null, 2).replace(/^/gm, '    ');
}
