#!/bin/sh
# Copies the primary where there is no copy yet, and follows it.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  chmod 700 "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --dbname='host=postgres user=goodies application_name=standby' \
    --write-recovery-conf --checkpoint=fast
fi
# Of the primary it has copied that commits wait for a standby: once promoted, it has none.
exec postgres -c synchronous_standby_names=
