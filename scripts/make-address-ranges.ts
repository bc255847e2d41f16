// `tsx scripts/make-address-ranges.ts ipv4.csv ipv6.csv` reads `first address,last address,country`,
// as in the npm package @ip-location-db/geo-whois-asn-country (CC BY 4.0, data of nro.net).
import { readFileSync, writeFileSync } from 'node:fs';

import { REGION_KEYS, REGIONS } from '../contract/region-table.ts';

const OUTPUT = 'server/regions/address-ranges.ts';
const RANGES_A_LINE = 8;

function main(files: readonly string[]): void {
  if (files.length === 0) {
    process.stderr.write('usage: tsx scripts/make-address-ranges.ts FILE.csv...\n');
    process.exitCode = 1;
    return;
  }
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const rows = lines.map((line) => line.trim().split(','));
  const regions = REGION_KEYS.map((key) => {
    const ranges = rows
      .filter(([, , country]) => country === REGIONS[key].code)
      .map(([first, last]) => `${first}-${last}`);
    return `  ${key}: \`\n${inLines(ranges)}\`,\n`;
  });
  writeFileSync(
    OUTPUT,
    `import type { RegionKey } from '../../contract/region-table.ts';

/**
 * Networks by region, first and last address of each. Made by scripts/make-address-ranges.ts; not to be
 * edited by hand. Data: Number Resource Organization (https://www.nro.net), CC BY 4.0, reduced to our regions.
 */
export const ADDRESS_RANGES: Readonly<Record<RegionKey, string>> = {
${regions.join('')}};
`,
  );
}

function inLines(ranges: readonly string[]): string {
  let text = '';
  for (let start = 0; start < ranges.length; start += RANGES_A_LINE) {
    text += `${ranges.slice(start, start + RANGES_A_LINE).join(' ')}\n`;
  }
  return text;
}

main(process.argv.slice(2));
