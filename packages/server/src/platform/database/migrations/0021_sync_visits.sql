ALTER TABLE "hub_links" ADD COLUMN "visit" uuid;--> statement-breakpoint
ALTER TABLE "hub_links" ADD COLUMN "visit_before" uuid;