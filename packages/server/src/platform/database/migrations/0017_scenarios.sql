CREATE TABLE "scenario_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scenario_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"client_id" integer NOT NULL,
	"scenario_id" integer,
	"classname" text NOT NULL,
	"display_name" jsonb NOT NULL,
	"language" text NOT NULL,
	"source" text NOT NULL,
	"params" jsonb NOT NULL,
	"state" text NOT NULL,
	"ended_by" text,
	"kept" jsonb NOT NULL,
	"program" text,
	"elapsed_seconds" double precision DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "scenarios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scenarios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"display_name" jsonb NOT NULL,
	"classname" text NOT NULL,
	"is_calib" boolean DEFAULT false NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"language" text,
	"source" text,
	"params" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "scenarios_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "scenario_id" integer;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "scenario_classname" text;--> statement-breakpoint
ALTER TABLE "scenario_runs" ADD CONSTRAINT "scenario_runs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_runs" ADD CONSTRAINT "scenario_runs_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scenario_runs_client" ON "scenario_runs" USING btree ("client_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "scenarios_client_name" ON "scenarios" USING btree ("client_id","name");--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE set null ON UPDATE no action;