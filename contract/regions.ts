import { Type, type Static } from 'typebox';

import { Closed, CurrencySchema, Literals, Nullable, RegionKeySchema, Success } from './common.ts';
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

/** Who runs this Goodies, as far as its configuration says: the texts of the app name them. */
const OperatorSchema = Type.Object({
  name: Nullable(Type.String()),
  /** Where letters reach them. */
  address: Nullable(Type.String()),
  /** Their own pages elsewhere, for the footer; https each. */
  social_links: Type.Array(Type.String()),
});
export type Operator = Static<typeof OperatorSchema>;

/** What is to be known of a region by everybody, with who answers people there that need help. */
const ServedRegionSchema = Type.Object({
  ...RegionSchema.properties,
  support_email: Type.String(),
  operator: OperatorSchema,
  /** Whether messages can be pushed from here. */
  push: Type.Boolean(),
  /** Whether people can sign in with Google here. */
  google: Type.Boolean(),
});
export type ServedRegion = Static<typeof ServedRegionSchema>;

/** GET /regions */
export const RegionsAnswer = Success({ data: Type.Record(Type.String(), ServedRegionSchema) });
export type RegionsAnswer = Static<typeof RegionsAnswer>;

/** GET /detect-region */
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

/** GET /region */
export const CurrentRegionAnswer = Success({
  data: Type.Object({
    region: RegionKeySchema,
    currency: CurrencySchema,
    currency_symbol: Type.String(),
    name: Type.String(),
  }),
});
export type CurrentRegionAnswer = Static<typeof CurrentRegionAnswer>;

/** POST /user/region; the region is plain text so that an unknown one gets its own message */
export const SetRegionBody = Closed({ region: Type.String({ minLength: 1, maxLength: 32 }) });
export type SetRegionBody = Static<typeof SetRegionBody>;
export const SetRegionAnswer = Success({ data: RegionSchema });
export type SetRegionAnswer = Static<typeof SetRegionAnswer>;

/** GET /test-region, outside production only */
export const TestRegionAnswer = Success({
  current_region: RegionKeySchema,
  available_regions: Type.Array(RegionKeySchema),
});

/** GET /exchange-rates: `data[from][to]` = units of `to` for one of `from` */
export const RatesAnswer = Success({
  data: Type.Record(Type.String(), Type.Record(Type.String(), Type.Number())),
  updated_at: Type.String(),
  source: Literals(['live', 'stored', 'fallback']),
});
export type RatesAnswer = Static<typeof RatesAnswer>;
export type Rates = RatesAnswer['data'];
