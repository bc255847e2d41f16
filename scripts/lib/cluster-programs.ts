import { onMachine } from './on-path.ts';
import { findPostgresPrograms } from './postgres-cluster.ts';

/** What a cluster is made of besides nodes. */
export interface Programs {
  /** The folder with PostgreSQL's. */
  readonly postgres: string;
  readonly pgbouncer: string;
  readonly haproxy: string;
}

/** Those that are installed. @returns the packages of Debian that are missing where some are */
export function findPrograms(): Programs | readonly string[] {
  const [postgres, pgbouncer, haproxy] = [
    findPostgresPrograms(),
    onMachine('pgbouncer'),
    onMachine('haproxy'),
  ];
  if (postgres && pgbouncer && haproxy) return { postgres, pgbouncer, haproxy };
  return [
    ...(postgres ? [] : ['postgresql']),
    ...(pgbouncer ? [] : ['pgbouncer']),
    ...(haproxy ? [] : ['haproxy']),
  ];
}
