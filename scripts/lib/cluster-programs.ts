import { onMachine } from './on-path.ts';
import { findPostgresPrograms } from './postgres-cluster.ts';

export interface Programs {
  readonly postgres: string;
  readonly pgbouncer: string;
  readonly haproxy: string;
}

/** @returns the missing packages of Debian where some are */
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
