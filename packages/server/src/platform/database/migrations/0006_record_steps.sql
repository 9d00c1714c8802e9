CREATE TABLE "record_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"record_id" integer NOT NULL,
	"num" integer NOT NULL,
	"kind" text NOT NULL,
	"arguments" jsonb NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"switches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "record_steps_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "applied_steps" jsonb;--> statement-breakpoint
ALTER TABLE "record_steps" ADD CONSTRAINT "record_steps_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_steps_record" ON "record_steps" USING btree ("record_id","num");