import type { RegionKey } from '../../contract/region-table.ts';

export interface NetworkBrand {
  readonly id: string;
  readonly name: string;
  /** Matches the names of its operators; suppliers still use names from before a rebranding. */
  readonly named: RegExp;
  /** The prefixes it was assigned; ported numbers keep theirs. */
  readonly prefixes: readonly string[];
}

const brand = (id: string, name: string, named: RegExp, prefixes: string): NetworkBrand => ({
  id,
  name,
  named,
  prefixes: prefixes.split(' '),
});

/**
 * Prefixes as assigned by NCC, NCA and CA, from Wikipedia and libphonenumber's carrier tables, read on 27 November
 * 2026.
 */
export const NETWORK_BRANDS: Readonly<Record<RegionKey, readonly NetworkBrand[]>> = {
  nigeria: [
    brand(
      'mtn',
      'MTN',
      /\bmtn\b/i,
      '0703 0704 0706 0707 0803 0806 0810 0813 0814 0816 0903 0906 0913 0916',
    ),
    brand(
      'airtel',
      'Airtel',
      /\bairtel\b/i,
      '0701 0708 0802 0808 0812 0901 0902 0904 0907 0911 0912',
    ),
    brand('glo', 'Glo', /\bglo\b/i, '0705 0805 0807 0811 0815 0905 0915'),
    brand('t2', 'T2 (9mobile)', /9mobile|etisalat|\bt2\b/i, '0809 0817 0818 0908 0909'),
  ],
  ghana: [
    brand('mtn', 'MTN', /\bmtn\b/i, '024 025 053 054 055 059'),
    brand('telecel', 'Telecel', /telecel|vodafone/i, '020 050'),
    brand('at', 'AT', /airtel ?tigo|\bat\b|\btigo\b/i, '026 027 056 057'),
  ],
  kenya: [
    brand(
      'safaricom',
      'Safaricom',
      /safaricom/i,
      '070 071 072 0740 0741 0742 0743 0745 0746 0748 0757 0758 0759 0768 0769 079 011',
    ),
    brand('airtel', 'Airtel', /\bairtel\b/i, '073 0750 0751 0752 0753 0754 0755 0756 0762 078 010'),
    brand('telkom', 'Telkom', /telkom/i, '077'),
  ],
};
