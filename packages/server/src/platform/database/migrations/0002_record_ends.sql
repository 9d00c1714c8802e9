ALTER TABLE "records" ADD COLUMN "sync_failed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "meta_problem" text;--> statement-breakpoint
UPDATE "records" SET
  "sync_failed" = coalesce("other_data" -> 'sync_failed' = 'true', false),
  "meta_problem" = CASE WHEN jsonb_typeof("other_data" -> 'meta_problem') = 'string' THEN "other_data" ->> 'meta_problem' END,
  "other_data" = "other_data" - 'sync_failed' - 'meta_problem'
WHERE "source" = 'journal' AND "other_data" ?| array['sync_failed', 'meta_problem'];
