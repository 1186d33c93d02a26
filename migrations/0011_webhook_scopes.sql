-- What an endpoint may receive: the scopes of the token that set its url and its event types, as far as they decide
-- what is seen of the event log. Endpoints from before were created without a limit.
alter table webhook_endpoints add column scopes text[] not null default '{*}';
alter table webhook_endpoints alter column scopes drop default;
