// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const ArrowRightIcon = /*#__PURE__*/ icon('M5 12h14M12 5l7 7-7 7');
