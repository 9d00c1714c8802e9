ALTER TABLE "clients" ALTER COLUMN "cloud_enabled" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "sync_files" ADD COLUMN "why_parameters" jsonb;--> statement-breakpoint
ALTER TABLE "sync_wanted" ADD COLUMN "why_parameters" jsonb;--> statement-breakpoint
-- No screen could set it: what was made there never left its hub, and nobody had chosen that.
UPDATE "clients" SET "cloud_enabled" = true WHERE NOT "cloud_enabled";
