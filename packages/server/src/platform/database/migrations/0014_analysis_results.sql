CREATE TABLE "analysis_results" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analysis_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"record_id" integer NOT NULL,
	"analysis" text NOT NULL,
	"asked" jsonb NOT NULL,
	"outcome" jsonb NOT NULL,
	"sha256" text,
	"is_current" boolean DEFAULT true NOT NULL,
	"user_name" text,
	"excluded" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analysis_results_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
ALTER TABLE "analysis_results" ADD CONSTRAINT "analysis_results_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analysis_results_record" ON "analysis_results" USING btree ("record_id","analysis");