ALTER TABLE "parameters" ADD COLUMN "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "parameters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "parameters" ADD COLUMN "uid" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "record_errors" ADD COLUMN "uid" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "selections" ADD COLUMN "uid" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "parameters" ADD CONSTRAINT "parameters_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "parameters" ADD CONSTRAINT "parameters_uid_unique" UNIQUE("uid");--> statement-breakpoint
ALTER TABLE "record_errors" ADD CONSTRAINT "record_errors_uid_unique" UNIQUE("uid");--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_uid_unique" UNIQUE("uid");