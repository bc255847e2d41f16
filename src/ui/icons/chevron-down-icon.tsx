// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const ChevronDownIcon = /*#__PURE__*/ icon('M6 9l6 6 6-6');
