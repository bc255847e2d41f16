// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const ScanLineIcon = /*#__PURE__*/ icon(
  'M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2M7 12h10',
);
