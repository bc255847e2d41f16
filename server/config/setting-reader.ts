export type Env = Readonly<Record<string, string | undefined>>;

export type SettingReader = ReturnType<typeof createReader>;

/** Reads single settings of the environment and collects what is wrong with them, one line each. */
export function createReader(env: Env, faults: string[]) {
  /** Trimmed; undefined where it is absent or empty. */
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  return {
    text,
    flag: (name: string, fallback: boolean): boolean => {
      const value = text(name);
      if (value === undefined) return fallback;
      if (value === '1' || value === 'true') return true;
      if (value === '0' || value === 'false') return false;
      faults.push(`${name} must be 1 or 0, not "${value}"`);
      return fallback;
    },
    /** Without a slash at its end. @param protocols that it may have, e.g. `https:` */
    url: (name: string, protocols: readonly string[]): string | undefined => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol))
        return value.replace(/\/+$/, '');
      const starts = protocols.map((protocol) => `${protocol}//`).join(' or ');
      faults.push(`${name} must be a URL starting with ${starts}`);
      return undefined;
    },
    /** Takes settings that only make sense together: all, or none. */
    complete: <Name extends string>(
      settings: Record<Name, string | undefined>,
    ): Record<Name, string> | undefined => {
      const names = Object.keys(settings) as Name[];
      const missing = names.filter((name) => settings[name] === undefined);
      if (missing.length === names.length) return undefined;
      for (const name of missing) faults.push(`${name} is missing beside ${names.join(', ')}`);
      return settings as Record<Name, string>;
    },
  };
}
