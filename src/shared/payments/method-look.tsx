import type { ReactElement } from 'react';
import landmarkIcon from 'lucide/dist/esm/icons/landmark.mjs';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';
import walletIcon from 'lucide/dist/esm/icons/wallet.mjs';

import type { PaymentMethod } from '../../../contract/wallet.ts';
import { RowIcon } from '../../ui/display/rows.tsx';
import type { IconProps } from '../../ui/icon.tsx';

const ICONS: Readonly<Record<string, IconProps['of']>> = {
  wallet: walletIcon,
  smartphone: smartphoneIcon,
};

export const MethodIcon = ({ icon }: Pick<PaymentMethod, 'icon'>): ReactElement => (
  <RowIcon of={ICONS[icon] ?? landmarkIcon} />
);

/** @param others note of a method that takes cards and transfers */
export function methodNote({ providers, icon }: PaymentMethod, others: string): string {
  if (providers.length > 0) return providers.map(({ name }) => name).join(', ');
  return icon === 'smartphone' ? 'From your phone' : others;
}
