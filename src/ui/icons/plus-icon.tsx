// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const PlusIcon = /*#__PURE__*/ icon('M5 12h14M12 5v14');
