WITH gone AS (
  DELETE FROM "coin_totals" USING "users"
  WHERE "users"."id" = "coin_totals"."user_id" AND "users"."deleted_at" IS NOT NULL
  RETURNING "coin_totals"."board", "coin_totals"."region", "coin_totals"."points"
)
INSERT INTO "coin_standing_changes" ("board", "region", "points", "people")
SELECT "board", "region", "points", -1 FROM gone WHERE "points" > 0;
