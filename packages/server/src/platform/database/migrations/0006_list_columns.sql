CREATE TABLE "row_counts" (
	"source" text NOT NULL,
	"client_id" integer,
	"name" text NOT NULL,
	"state" integer NOT NULL,
	"n" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_client";--> statement-breakpoint
DROP INDEX "records_client_started";--> statement-breakpoint
DROP INDEX "records_device";--> statement-breakpoint
DROP INDEX "tasks_client";--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "has_athlete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "row_counts_source" ON "row_counts" USING btree ("source","client_id");--> statement-breakpoint
CREATE INDEX "devices_group" ON "devices" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "users_lastname" ON "users" USING btree ("lastname","firstname","id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((' ' || lastname || ' ' || firstname || ' ' || mail) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "records_started" ON "records" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "records_new" ON "records" USING btree ("started_at","id") WHERE NOT has_athlete;--> statement-breakpoint
CREATE INDEX "records_client_new" ON "records" USING btree ("client_id","started_at","id") WHERE NOT has_athlete;--> statement-breakpoint
CREATE INDEX "records_client_associated" ON "records" USING btree ("client_id","started_at","id") WHERE has_athlete;--> statement-breakpoint
CREATE INDEX "records_favorite" ON "records" USING btree ("started_at","id") WHERE favorite;--> statement-breakpoint
CREATE INDEX "records_group" ON "records" USING btree ("group_id","started_at","id");--> statement-breakpoint
CREATE INDEX "records_sport" ON "records" USING btree ("sport_id","started_at","id");--> statement-breakpoint
CREATE INDEX "records_type" ON "records" USING btree ("record_type","started_at","id");--> statement-breakpoint
CREATE INDEX "records_exercise" ON "records" USING btree ("client_id","exercise_name","started_at","id");--> statement-breakpoint
CREATE INDEX "records_search" ON "records" USING gin ((' ' || basename || ' ' || comment || ' ' || coalesce(exercise_name, '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_state" ON "tasks" USING btree ("executing","id");--> statement-breakpoint
CREATE INDEX "tasks_client_state" ON "tasks" USING btree ("client_id","executing","id");--> statement-breakpoint
CREATE INDEX "tasks_name" ON "tasks" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "tasks_records" ON "tasks" USING gin ("record_ids");--> statement-breakpoint
CREATE INDEX "tasks_user" ON "tasks" USING btree ("user_id","id") WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_caller" ON "tasks" USING btree ("caller_front_uid","id") WHERE caller_front_uid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_client" ON "users" USING btree ("client_id","lastname","firstname","id");--> statement-breakpoint
CREATE INDEX "records_client_started" ON "records" USING btree ("client_id","started_at","id");--> statement-breakpoint
CREATE INDEX "records_device" ON "records" USING btree ("device_id","started_at","id");--> statement-breakpoint
CREATE INDEX "tasks_client" ON "tasks" USING btree ("client_id","id");