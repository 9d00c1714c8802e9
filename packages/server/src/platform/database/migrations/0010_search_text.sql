DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "records_search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(' ' || coalesce(lastname, '') || ' ' || coalesce(firstname, '') || ' ' || coalesce(mail, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(' ' || coalesce(basename, '') || ' ' || coalesce(comment, '') || ' ' || coalesce(exercise_name, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "records_search" ON "records" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- How searches are answered is decided by what is known of the new columns.
ANALYZE "users", "records";
