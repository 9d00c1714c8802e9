CREATE TABLE "seance_records" (
	"record_id" integer PRIMARY KEY NOT NULL,
	"seance_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "seance_records" ADD CONSTRAINT "seance_records_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seance_records" ADD CONSTRAINT "seance_records_seance_id_records_id_fk" FOREIGN KEY ("seance_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seance_records_seance" ON "seance_records" USING btree ("seance_id");