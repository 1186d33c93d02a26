-- How an invoice reached the customer: by a message, or only marked as sent. Null for drafts, and for those sent before.
alter table invoices
  add column delivery text check (delivery in ('issued', 'email', 'sms')),
  add column communication_id uuid;

-- What is attached to an email: made when it is sent. No foreign key: on a cluster the table is distributed after the migration.
create table message_documents (
  organization_id  uuid not null,
  communication_id uuid not null,
  kind             text not null check (kind in ('invoice', 'estimate')),
  document_id      uuid not null,
  primary key (organization_id, communication_id)
);
select guard_tenant_table('message_documents');
grant select, insert on message_documents to throughline_app;
grant insert on message_documents to throughline_own;
select limit_to_own('message_documents', 'none', 'true');
