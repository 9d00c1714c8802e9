CREATE TABLE "csv_mappings" (
	"client_id" integer NOT NULL,
	"header" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "csv_mappings_client_id_header_pk" PRIMARY KEY("client_id","header")
);
--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "csv_mapping" jsonb;--> statement-breakpoint
ALTER TABLE "csv_mappings" ADD CONSTRAINT "csv_mappings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "csv_mappings_used" ON "csv_mappings" USING btree ("client_id","used_at");