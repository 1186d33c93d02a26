-- Where a lead stands: qualified by the organization's policy or by a person, or not, and when somebody
-- first answered.

-- `auto`, `manual`, or a rule in CEL that says of a lead whether it is qualified.
alter table organizations add column qualification_policy text not null default 'auto';

alter table leads
  add column qualified_at timestamptz,
  add column unqualified_reason text,
  add column first_contacted_at timestamptz,
  add constraint lead_unqualified_for_a_reason check ((status = 'unqualified') = (unqualified_reason is not null)),
  add constraint lead_qualified_at_a_time check (status not in ('qualified', 'converted') or qualified_at is not null);
