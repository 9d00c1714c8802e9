ALTER TABLE "clients" ALTER COLUMN "cloud_enabled" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "sync_files" ADD COLUMN "why_parameters" jsonb;--> statement-breakpoint
ALTER TABLE "sync_wanted" ADD COLUMN "why_parameters" jsonb;
