CREATE TABLE "next_records" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"sport_id" integer,
	"exercise_id" integer,
	"user_ids" integer[],
	"title" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_selections" (
	"record_id" integer PRIMARY KEY NOT NULL,
	"num" integer NOT NULL,
	"t0" double precision NOT NULL,
	"exercise" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "indicators" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "next_records" ADD CONSTRAINT "next_records_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "next_records" ADD CONSTRAINT "next_records_sport_id_sports_id_fk" FOREIGN KEY ("sport_id") REFERENCES "public"."sports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "next_records" ADD CONSTRAINT "next_records_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_selections" ADD CONSTRAINT "open_selections_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;