import { statement } from '../../../platform/database/statement.ts';
import { table } from '../../../platform/database/table.ts';
import type { Tx } from '../../../platform/database/transaction.ts';

/** A document of the organization that an email brings: printed when the email is sent. */
export interface MessageDocument {
  kind: 'invoice' | 'estimate';
  document_id: string;
}

interface MessageDocumentRow extends MessageDocument {
  communication_id: string;
}

const documents = table<MessageDocumentRow>('message_documents', {
  communication_id: 'key',
  kind: 'fixed',
  document_id: 'fixed',
});

export const insertMessageDocument = documents.insert;

const selectDocument = statement(
  'select_message_document',
  'select kind, document_id from message_documents where organization_id = $1 and communication_id = $2',
);

export async function findMessageDocument(
  tx: Tx,
  communicationId: string,
): Promise<MessageDocument | null> {
  const values = [tx.organizationId, communicationId];
  const [row] = await tx.query<MessageDocument>(selectDocument, values);
  return row ?? null;
}
