-- Trigrams answer searches. Without the right to add the extension this fails, and says what an administrator has to do.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file THEN
  RAISE EXCEPTION 'Sillage needs the PostgreSQL extension pg_trgm. As an administrator of the database run: CREATE EXTENSION pg_trgm; then start Sillage again. (%)', SQLERRM;
END
$$;
--> statement-breakpoint
-- What searches compare: lower case, without accents. Text of ASCII alone, which most is, needs no more than the first.
CREATE FUNCTION plain_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE
	WHEN octet_length(value) = length(value) THEN lower(value)
	ELSE regexp_replace(normalize(replace(replace(lower(value), 'œ', 'oe'), 'æ', 'ae'), NFD), U&'[\0300-\036F]', '', 'g')
END;
--> statement-breakpoint
CREATE TABLE "row_counts" (
	"source" text NOT NULL,
	"client_id" integer,
	"name" text NOT NULL,
	"state" integer NOT NULL,
	"n" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_users" (
	"device_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "device_users_device_id_user_id_pk" PRIMARY KEY("device_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"client_id" integer NOT NULL,
	"group_id" integer,
	"secret_hash" text NOT NULL,
	"meta" jsonb,
	"serial_number" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"manager_comment" text DEFAULT '' NOT NULL,
	"admin_comment" text DEFAULT '' NOT NULL,
	"other_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (plain_text(' ' || coalesce(name::text, '') || ' ' || coalesce(number::text, ''))) STORED NOT NULL,
	CONSTRAINT "devices_uid_unique" UNIQUE("uid"),
	CONSTRAINT "devices_number_unique" UNIQUE("number")
);
--> statement-breakpoint
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
	"timezone" text,
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
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL
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
CREATE TABLE "clients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"cloud_enabled" boolean DEFAULT false NOT NULL,
	"video_enabled" boolean DEFAULT false NOT NULL,
	"video_quality" text DEFAULT '720p' NOT NULL,
	"video_fps" integer DEFAULT 24 NOT NULL,
	"timezone" text,
	"logo" "bytea",
	"logo_version" text,
	"recovery_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_uid_unique" UNIQUE("uid"),
	CONSTRAINT "clients_name_unique" UNIQUE("name")
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
CREATE TABLE "group_members" (
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "groups_uid_unique" UNIQUE("uid")
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
CREATE TABLE "refresh_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refresh_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"unique_id" text NOT NULL,
	"replaces" integer,
	CONSTRAINT "refresh_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"name" text NOT NULL,
	"display_name" jsonb NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	CONSTRAINT "sports_uid_unique" UNIQUE("uid"),
	CONSTRAINT "sports_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"mail" text NOT NULL,
	"password_hash" text,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"language" text DEFAULT 'fr' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"terms_accepted" boolean DEFAULT false NOT NULL,
	"terms_hidden" boolean DEFAULT false NOT NULL,
	"is_recovery" boolean DEFAULT false NOT NULL,
	"manager_comment" text DEFAULT '' NOT NULL,
	"admin_comment" text DEFAULT '' NOT NULL,
	"external_api" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (plain_text(' ' || coalesce(lastname::text, '') || ' ' || coalesce(firstname::text, '') || ' ' || coalesce(mail::text, ''))) STORED NOT NULL,
	CONSTRAINT "users_uid_unique" UNIQUE("uid"),
	CONSTRAINT "users_mail_unique" UNIQUE("mail")
);
--> statement-breakpoint
CREATE TABLE "athlete_records" (
	"record_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"client_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "athlete_records_record_id_user_id_pk" PRIMARY KEY("record_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "record_errors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"record_id" integer NOT NULL,
	"type" text NOT NULL,
	"msg" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_users" (
	"record_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "record_users_record_id_user_id_pk" PRIMARY KEY("record_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "records" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"device_id" integer,
	"device_record_id" bigint,
	"group_id" integer,
	"sport_id" integer,
	"record_type" text DEFAULT 'record' NOT NULL,
	"source" text NOT NULL,
	"basename" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"start_us" bigint NOT NULL,
	"timezone" text DEFAULT 'Europe/Paris' NOT NULL,
	"duration_seconds" double precision DEFAULT 0 NOT NULL,
	"decode_state" text NOT NULL,
	"signals_version" integer DEFAULT 0 NOT NULL,
	"available_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"modules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"preview" real[],
	"csv_rate" double precision,
	"missing_blocks" bigint,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"exercise_id" integer,
	"exercise_name" text,
	"has_athlete" boolean DEFAULT false NOT NULL,
	"favorite" boolean DEFAULT false NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"wrong_time" boolean DEFAULT false NOT NULL,
	"other_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (plain_text(' ' || coalesce(basename::text, '') || ' ' || coalesce(comment::text, '') || ' ' || coalesce(exercise_name::text, ''))) STORED NOT NULL,
	CONSTRAINT "records_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "selections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "selections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"record_id" integer NOT NULL,
	"num" integer NOT NULL,
	"t0" double precision NOT NULL,
	"t1" double precision NOT NULL,
	"toffset" double precision DEFAULT 0 NOT NULL,
	"exercise" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_records" (
	"record_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	CONSTRAINT "task_records_record_id_task_id_pk" PRIMARY KEY("record_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"args" jsonb NOT NULL,
	"executing" integer DEFAULT 0 NOT NULL,
	"client_id" integer,
	"record_ids" integer[] DEFAULT '{}' NOT NULL,
	"caller_front_uid" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 3 NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"progress" real,
	"result" jsonb,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result_file" text,
	"result_name" text,
	"user_id" integer,
	"ask_cancel" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_users" ADD CONSTRAINT "device_users_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_users" ADD CONSTRAINT "device_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_errors" ADD CONSTRAINT "record_errors_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_users" ADD CONSTRAINT "record_users_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_users" ADD CONSTRAINT "record_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_sport_id_sports_id_fk" FOREIGN KEY ("sport_id") REFERENCES "public"."sports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_record_id_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_records" ADD CONSTRAINT "task_records_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "row_counts_source" ON "row_counts" USING btree ("source","client_id");--> statement-breakpoint
CREATE INDEX "devices_client" ON "devices" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "devices_group" ON "devices" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "configs_client_name" ON "configs" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "meca_sensors_client" ON "meca_sensors" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "modules_client" ON "modules" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "modules_device" ON "modules" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_version" ON "releases" USING btree ("kind","target","hardware_version","version");--> statement-breakpoint
CREATE INDEX "changes_newest" ON "changes" USING btree ("table_name","client_id","changed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "changes_xact" ON "changes" USING btree ("xact");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exercises_client_name" ON "exercises" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_client_name" ON "groups" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "password_links_user" ON "password_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_family" ON "refresh_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_user" ON "refresh_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_replaces" ON "refresh_tokens" USING btree ("replaces");--> statement-breakpoint
CREATE INDEX "users_client" ON "users" USING btree ("client_id","lastname","firstname","id");--> statement-breakpoint
CREATE INDEX "users_lastname" ON "users" USING btree ("lastname","firstname","id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_roles" ON "users" USING gin ("roles");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "athlete_records_user" ON "athlete_records" USING btree ("user_id","client_id","started_at","record_id");--> statement-breakpoint
CREATE INDEX "record_errors_record" ON "record_errors" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "record_users_user" ON "record_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "records_client_started" ON "records" USING btree ("client_id","started_at","id");--> statement-breakpoint
CREATE INDEX "records_started" ON "records" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "records_new" ON "records" USING btree ("started_at","id") WHERE NOT has_athlete;--> statement-breakpoint
CREATE INDEX "records_client_new" ON "records" USING btree ("client_id","started_at","id") WHERE NOT has_athlete;--> statement-breakpoint
CREATE INDEX "records_client_associated" ON "records" USING btree ("client_id","started_at","id") WHERE has_athlete;--> statement-breakpoint
CREATE INDEX "records_favorite" ON "records" USING btree ("started_at","id") WHERE favorite;--> statement-breakpoint
CREATE INDEX "records_client_favorite" ON "records" USING btree ("client_id","started_at","id") WHERE favorite;--> statement-breakpoint
CREATE INDEX "records_group" ON "records" USING btree ("group_id","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_device" ON "records" USING btree ("device_id","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_sport" ON "records" USING btree ("sport_id","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_type" ON "records" USING btree ("record_type","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_exercise" ON "records" USING btree ("exercise_id","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_exercise_name" ON "records" USING btree ("client_id","exercise_name") WHERE exercise_id IS NULL;--> statement-breakpoint
CREATE INDEX "records_search" ON "records" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "records_device_record" ON "records" USING btree ("device_id","device_record_id") WHERE device_record_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "selections_record_num" ON "selections" USING btree ("record_id","num");--> statement-breakpoint
CREATE INDEX "task_records_task" ON "task_records" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "tasks_claim" ON "tasks" USING btree ("run_at","id") WHERE executing IN (0, 1, 2);--> statement-breakpoint
CREATE INDEX "tasks_client" ON "tasks" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "tasks_state" ON "tasks" USING btree ("executing","id");--> statement-breakpoint
CREATE INDEX "tasks_client_state" ON "tasks" USING btree ("client_id","executing","id");--> statement-breakpoint
CREATE INDEX "tasks_name" ON "tasks" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "tasks_user" ON "tasks" USING btree ("user_id","id") WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_caller" ON "tasks" USING btree ("caller_front_uid","id") WHERE caller_front_uid IS NOT NULL;