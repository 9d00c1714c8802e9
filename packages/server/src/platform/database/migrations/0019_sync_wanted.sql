CREATE TABLE "sync_wanted" (
	"record_uid" uuid PRIMARY KEY NOT NULL,
	"sha256" text,
	"size_bytes" bigint,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"last_try_at" timestamp with time zone,
	"why_not" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sync_files" ADD COLUMN "free_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_files" ADD COLUMN "freed_at" timestamp with time zone;--> statement-breakpoint
-- The switch pauses exchanges from now on: those that went on before go on.
UPDATE "hubs" SET "cloud_enabled" = true WHERE "id" IN (SELECT "hub_id" FROM "hub_links")
	OR EXISTS (SELECT 1 FROM "sync_marks" WHERE "key" = 'link' AND "value" <> 'null'::jsonb);
