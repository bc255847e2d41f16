-- What nodes ask for in the greeting of each connection, which PgBouncer keeps to itself: as defaults instead.
-- Run once, in the nodes' database; connections that are there already stay as they are.
do $$ begin
  execute format('alter database %I set lock_timeout = 5000', current_database());
  execute format('alter database %I set statement_timeout = 8000', current_database());
  execute format('alter database %I set idle_in_transaction_session_timeout = 8000', current_database());
  execute format('alter database %I set idle_session_timeout = 60000', current_database());
end $$;
