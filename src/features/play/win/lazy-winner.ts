import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';

/** A voucher's page for the user who won it; few ever see it. */
export const WinnerView = lazyComponent(async () => (await import('./winner-view.tsx')).WinnerView);
