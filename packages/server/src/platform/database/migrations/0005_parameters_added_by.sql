ALTER TABLE "parameters" ADD COLUMN "added_by" integer;--> statement-breakpoint
ALTER TABLE "parameters" ADD CONSTRAINT "parameters_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parameters_added_by" ON "parameters" USING btree ("added_by") WHERE "parameters"."added_by" IS NOT NULL;--> statement-breakpoint
UPDATE "parameters" SET "added_by" = "modified_by" WHERE "description" IS NOT NULL;
