ALTER TABLE "records" ADD COLUMN "original_elsewhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "records" r SET "original_elsewhere" = true
WHERE r."decode_state" = 'error' AND r."size_bytes" = 0 AND r."source" <> 'seance' AND (
  EXISTS (SELECT 1 FROM "sync_files" f WHERE f."record_uid" = r."uid" AND f."freed_at" IS NOT NULL)
  OR EXISTS (SELECT 1 FROM "record_errors" e WHERE e."record_id" = r."id"
    AND e."msg" ->> 'en' = 'The samples of this record have not arrived on this server yet.')
);
