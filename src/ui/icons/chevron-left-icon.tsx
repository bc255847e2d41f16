// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const ChevronLeftIcon = /*#__PURE__*/ icon('M15 18l-6-6 6-6');
