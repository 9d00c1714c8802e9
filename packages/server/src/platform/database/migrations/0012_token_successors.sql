ALTER TABLE "refresh_tokens" ADD COLUMN "replaces" integer;--> statement-breakpoint
CREATE INDEX "refresh_tokens_replaces" ON "refresh_tokens" USING btree ("replaces");