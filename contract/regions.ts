import { Type, type Static } from 'typebox';

import {
  Closed,
  CurrencySchema,
  Data,
  Literals,
  Nullable,
  RegionKeySchema,
  Success,
} from './common.ts';
import { PROCESSORS } from './region-table.ts';

const ProcessorSchema = Literals(PROCESSORS);

export const RegionSchema = Type.Object({
  key: RegionKeySchema,
  name: Type.String(),
  code: Type.String(),
  currency: CurrencySchema,
  currency_symbol: Type.String(),
  flag: Type.String(),
  locale: Type.String(),
  timezone: Type.String(),
  phone_code: Type.String(),
  processors: Type.Array(ProcessorSchema),
  default_processor: ProcessorSchema,
  voucher_minimum: Type.Number(),
});
export type Region = Static<typeof RegionSchema>;

const OperatorSchema = Type.Object({
  name: Nullable(Type.String()),
  address: Nullable(Type.String()),
  social_links: Type.Array(Type.String()),
});
export type Operator = Static<typeof OperatorSchema>;

const ServedRegionSchema = Type.Object({
  ...RegionSchema.properties,
  support_email: Type.String(),
  operator: OperatorSchema,
  push: Type.Boolean(),
  google: Type.Boolean(),
});
export type ServedRegion = Static<typeof ServedRegionSchema>;

export const RegionsAnswer = Success({ data: Type.Record(Type.String(), ServedRegionSchema) });
export type RegionsAnswer = Static<typeof RegionsAnswer>;

export const DetectRegionAnswer = Success({
  data: Type.Object({
    ...RegionSchema.properties,
    detectionSource: Literals(['cache', 'api', 'default_fallback']),
    detectionMethod: Type.String(),
    detectedFromIP: Type.String(),
  }),
  available_regions: Type.Array(RegionKeySchema),
});
export type DetectRegionAnswer = Static<typeof DetectRegionAnswer>;

export const CurrentRegionAnswer = Data({
  region: RegionKeySchema,
  currency: CurrencySchema,
  currency_symbol: Type.String(),
  name: Type.String(),
});

/** Plain text, so that an unknown region gets its own error message. */
export const SetRegionBody = Closed({ region: Type.String({ minLength: 1, maxLength: 32 }) });
export const SetRegionAnswer = Success({ data: RegionSchema });
export type SetRegionAnswer = Static<typeof SetRegionAnswer>;

export const TestRegionAnswer = Success({
  current_region: RegionKeySchema,
  available_regions: Type.Array(RegionKeySchema),
});

/** `data[from][to]` is units of `to` per unit of `from`. */
export const RatesAnswer = Success({
  data: Type.Record(Type.String(), Type.Record(Type.String(), Type.Number())),
  updated_at: Type.String(),
  source: Literals(['live', 'stored', 'fallback']),
});
export type RatesAnswer = Static<typeof RatesAnswer>;
export type Rates = RatesAnswer['data'];
