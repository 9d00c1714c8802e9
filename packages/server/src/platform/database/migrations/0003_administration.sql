CREATE TABLE "client_hubs" (
	"client_id" integer NOT NULL,
	"hub_id" integer NOT NULL,
	CONSTRAINT "client_hubs_client_id_hub_id_pk" PRIMARY KEY("client_id","hub_id")
);
--> statement-breakpoint
CREATE TABLE "client_sensors" (
	"client_id" integer NOT NULL,
	"sensor_id" integer NOT NULL,
	CONSTRAINT "client_sensors_client_id_sensor_id_pk" PRIMARY KEY("client_id","sensor_id")
);
--> statement-breakpoint
CREATE TABLE "cloud_urls" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cloud_urls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"is_master_cloud" boolean DEFAULT false NOT NULL,
	CONSTRAINT "cloud_urls_uid_unique" UNIQUE("uid"),
	CONSTRAINT "cloud_urls_url_unique" UNIQUE("url")
);
--> statement-breakpoint
CREATE TABLE "configs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "configs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"name" text NOT NULL,
	"config" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "configs_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "hubs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hubs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"allclients" boolean DEFAULT true NOT NULL,
	"cloud_enabled" boolean DEFAULT false NOT NULL,
	"auto_send" boolean DEFAULT false NOT NULL,
	"version" text,
	"last_seen_at" timestamp with time zone,
	"comment" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hubs_uid_unique" UNIQUE("uid"),
	CONSTRAINT "hubs_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "meca_sensors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meca_sensors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"serial_number" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"gain" double precision DEFAULT 1 NOT NULL,
	"offset" double precision DEFAULT 0 NOT NULL,
	"calibrated_date" date,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "meca_sensors_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "modules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "modules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"device_id" integer,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"serial_number" text DEFAULT '' NOT NULL,
	"version" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "modules_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"target" text NOT NULL,
	"hardware_version" integer DEFAULT -1 NOT NULL,
	"filename" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"notes" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "releases_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sensors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"advanced" boolean DEFAULT false NOT NULL,
	"allclients" boolean DEFAULT true NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"parameters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"config" text DEFAULT '{}' NOT NULL,
	CONSTRAINT "sensors_uid_unique" UNIQUE("uid"),
	CONSTRAINT "sensors_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"client_id" integer,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parameters" (
	"table_name" text NOT NULL,
	"target_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" jsonb,
	"value" jsonb,
	"is_set" boolean DEFAULT false NOT NULL,
	"modified_by" integer,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parameters_table_name_target_id_name_pk" PRIMARY KEY("table_name","target_id","name")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"access" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "client_sports" (
	"client_id" integer NOT NULL,
	"sport_id" integer NOT NULL,
	CONSTRAINT "client_sports_client_id_sport_id_pk" PRIMARY KEY("client_id","sport_id")
);
--> statement-breakpoint
CREATE TABLE "exercises" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exercises_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "exercises_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "password_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "serial_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "manager_comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "admin_comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "other_data" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "cloud_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "video_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "video_quality" text DEFAULT '720p' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "video_fps" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo" "bytea";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo_version" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "recovery_key" text;--> statement-breakpoint
ALTER TABLE "sports" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sports" ADD COLUMN "value" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_recovery" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "manager_comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin_comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_api" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "result_file" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "result_name" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "client_hubs" ADD CONSTRAINT "client_hubs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_hubs" ADD CONSTRAINT "client_hubs_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sensors" ADD CONSTRAINT "client_sensors_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sensors" ADD CONSTRAINT "client_sensors_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configs" ADD CONSTRAINT "configs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meca_sensors" ADD CONSTRAINT "meca_sensors_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "modules" ADD CONSTRAINT "modules_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "modules" ADD CONSTRAINT "modules_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parameters" ADD CONSTRAINT "parameters_modified_by_users_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sports" ADD CONSTRAINT "client_sports_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sports" ADD CONSTRAINT "client_sports_sport_id_sports_id_fk" FOREIGN KEY ("sport_id") REFERENCES "public"."sports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exercises" ADD CONSTRAINT "exercises_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "configs_client_name" ON "configs" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "meca_sensors_client" ON "meca_sensors" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "modules_client" ON "modules" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "modules_device" ON "modules" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_version" ON "releases" USING btree ("kind","target","hardware_version","version");--> statement-breakpoint
CREATE INDEX "changes_newest" ON "changes" USING btree ("table_name","client_id","changed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exercises_client_name" ON "exercises" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "password_links_user" ON "password_links" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;