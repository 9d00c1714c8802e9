ALTER TABLE "uploads" ADD COLUMN "client_id" integer;--> statement-breakpoint
UPDATE "uploads" SET "client_id" = (SELECT "client_id" FROM "users" WHERE "users"."id" = "uploads"."user_id");--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "client_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_client" ON "uploads" USING btree ("client_id");
