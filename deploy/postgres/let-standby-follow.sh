#!/bin/sh
# Run once, when the database is made: from the next start on each commit waits for the standby.
set -e
echo 'host replication all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
cat >> "$PGDATA/postgresql.conf" <<'SETTINGS'
synchronous_standby_names = 'standby'
# All that PgBouncer opens, and some for backups and people.
max_connections = 150
SETTINGS
