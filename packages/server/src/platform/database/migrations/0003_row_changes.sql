CREATE TABLE "row_changes" (
	"table_name" text NOT NULL,
	"uid" uuid NOT NULL,
	"other_uid" uuid,
	"client_id" integer,
	"row_id" integer,
	"other_id" integer,
	"is_deleted" boolean NOT NULL,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "row_changes_row" UNIQUE NULLS NOT DISTINCT("table_name","uid","other_uid","client_id")
);
--> statement-breakpoint
CREATE INDEX "row_changes_xact" ON "row_changes" USING btree ("xact");--> statement-breakpoint
CREATE INDEX "row_changes_pair" ON "row_changes" USING btree ("row_id","other_id","table_name") WHERE row_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "row_changes_deleted" ON "row_changes" USING btree ("changed_at") WHERE is_deleted;