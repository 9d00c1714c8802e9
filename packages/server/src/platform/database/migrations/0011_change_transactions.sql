-- A table with marks that wait for their stamp cannot be altered, and a new database runs all migrations at once.
SET CONSTRAINTS changes_stamp IMMEDIATE;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "changes_xact" ON "changes" USING btree ("xact");--> statement-breakpoint
SET CONSTRAINTS changes_stamp DEFERRED;
