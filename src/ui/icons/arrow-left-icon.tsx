// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const ArrowLeftIcon = /*#__PURE__*/ icon('M12 19l-7-7 7-7M19 12H5');
