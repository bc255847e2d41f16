/** Joins class names, leaving out what is false, empty or undefined; undefined when nothing is left. */
export function cx(...names: readonly (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
