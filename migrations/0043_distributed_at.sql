-- When npm run distribute placed what the migration has added on a cluster. Null on a single server.
alter table schema_migrations add column distributed_at timestamptz;
