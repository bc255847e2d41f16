/** What the server writes at the head of the service worker's script. */
export interface ServedBuild {
  /** Names the build that the script is of. */
  readonly id: string;
  /** Builds that devices must not stay with. */
  readonly broken: readonly string[];
}

/** How a build is named: 8 hexadecimal digits. */
export const BUILD_ID_PATTERN = /^[0-9a-f]{8}$/;
