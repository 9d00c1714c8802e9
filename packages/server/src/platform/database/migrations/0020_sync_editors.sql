CREATE TABLE "hub_backlogs" (
	"hub_id" integer NOT NULL,
	"day" date NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "hub_backlogs_hub_id_day_pk" PRIMARY KEY("hub_id","day")
);
--> statement-breakpoint
ALTER TABLE "row_changes" ADD COLUMN "edited_by" integer DEFAULT nullif(current_setting('sillage.editor', true), '')::integer;--> statement-breakpoint
ALTER TABLE "row_changes" ADD COLUMN "edited_xact" "xid8" DEFAULT CASE WHEN current_setting('sillage.editor', true) <> '' THEN pg_current_xact_id() END;--> statement-breakpoint
ALTER TABLE "row_changes" ADD COLUMN "others_xact" "xid8";--> statement-breakpoint
ALTER TABLE "sync_rows" ADD COLUMN "editors" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "hub_backlogs" ADD CONSTRAINT "hub_backlogs_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE cascade ON UPDATE no action;