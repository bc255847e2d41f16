/** Reads single settings of the environment; what is wrong with one is told beside it. */
export interface SettingReader {
  /** Trimmed; undefined where it is absent or empty. */
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string, fallback: boolean) => boolean;
  /** Without a slash at its end. @param protocols that it may have, e.g. `https:` */
  readonly url: (name: string, protocols: readonly string[]) => string | undefined;
  /** Takes settings that only make sense together; undefined for none of them. */
  readonly complete: <Name extends string>(
    settings: Record<Name, string | undefined>,
  ) => Record<Name, string> | undefined;
}
