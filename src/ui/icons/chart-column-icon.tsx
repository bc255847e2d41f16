// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const ChartColumnIcon = /*#__PURE__*/ icon(
  'M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3',
);
