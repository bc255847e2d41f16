// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const VolumeXIcon = /*#__PURE__*/ icon(
  'M11 4.702a.7.7 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.7.7 0 0 0 11 19.298zM16.5 14.5l5-5M16.5 9.5l5 5',
);
