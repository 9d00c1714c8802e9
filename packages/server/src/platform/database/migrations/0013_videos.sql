CREATE TABLE "video_alignments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "video_alignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"record_id" integer NOT NULL,
	"num" integer NOT NULL,
	"of_record_id" integer,
	"offset_seconds" double precision,
	"user_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "video_alignments_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "film" jsonb;--> statement-breakpoint
ALTER TABLE "video_alignments" ADD CONSTRAINT "video_alignments_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_alignments" ADD CONSTRAINT "video_alignments_of_record_id_records_id_fk" FOREIGN KEY ("of_record_id") REFERENCES "public"."records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_alignments_record" ON "video_alignments" USING btree ("record_id","num");--> statement-breakpoint
CREATE INDEX "video_alignments_of_record" ON "video_alignments" USING btree ("of_record_id") WHERE of_record_id IS NOT NULL;