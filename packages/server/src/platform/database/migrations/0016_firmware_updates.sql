CREATE TABLE "firmware_updates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firmware_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"release_id" integer NOT NULL,
	"from_version" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"code" text,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "signature" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "public_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "firmware_updates" ADD CONSTRAINT "firmware_updates_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_updates" ADD CONSTRAINT "firmware_updates_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_updates_open" ON "firmware_updates" USING btree ("device_id") WHERE "firmware_updates"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "firmware_updates_device" ON "firmware_updates" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "firmware_updates_release" ON "firmware_updates" USING btree ("release_id");