/** Says on stderr why a command line does not do what it was asked for; returns its exit code. */
export function refuse(reasons: readonly string[], exitCode = 1): number {
  for (const reason of reasons) process.stderr.write(`goodies: ${reason}\n`);
  return exitCode;
}
