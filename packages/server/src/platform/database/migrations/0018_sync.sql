CREATE TABLE "hub_links" (
	"hub_id" integer PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"node" uuid,
	"report" jsonb
);
--> statement-breakpoint
CREATE TABLE "sync_conflicts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_conflicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"uid" uuid NOT NULL,
	"other_uid" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"client_uid" uuid,
	"field" text,
	"kept" jsonb NOT NULL,
	"lost" jsonb NOT NULL,
	"kept_at" text NOT NULL,
	"lost_at" text NOT NULL,
	"asks" boolean NOT NULL,
	"settled" text,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_conflicts_row" UNIQUE NULLS NOT DISTINCT("table_name","uid","other_uid","field","kept_at","lost_at")
);
--> statement-breakpoint
CREATE TABLE "sync_files" (
	"record_uid" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"sha256" text,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"sent_bytes" bigint DEFAULT 0 NOT NULL,
	"confirmed_sha256" text,
	"confirmed_at" timestamp with time zone,
	"last_try_at" timestamp with time zone,
	"why_not" text,
	"is_first" boolean DEFAULT false NOT NULL,
	"from_node" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_marks" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_rows" (
	"table_name" text NOT NULL,
	"uid" uuid NOT NULL,
	"other_uid" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"client_uid" uuid,
	"fields" jsonb NOT NULL,
	"deleted_at" text,
	"deleted_seen" text,
	"held" text,
	"held_fields" text[] DEFAULT '{}' NOT NULL,
	"seq" bigint NOT NULL,
	"from_node" uuid,
	"refused" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_rows_table_name_uid_other_uid_pk" PRIMARY KEY("table_name","uid","other_uid")
);
--> statement-breakpoint
ALTER TABLE "hub_links" ADD CONSTRAINT "hub_links_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sync_conflicts_open" ON "sync_conflicts" USING btree ("id") WHERE settled IS NULL;--> statement-breakpoint
CREATE INDEX "sync_files_open" ON "sync_files" USING btree ("is_first","size_bytes") WHERE state <> 'synced';--> statement-breakpoint
CREATE INDEX "sync_rows_seq" ON "sync_rows" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "sync_rows_held" ON "sync_rows" USING btree ("table_name") WHERE held IS NOT NULL OR held_fields <> '{}';