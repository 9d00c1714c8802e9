DROP INDEX "tasks_records";--> statement-breakpoint
CREATE INDEX "tasks_first_record" ON "tasks" USING btree ((record_ids[1]),"id");--> statement-breakpoint
CREATE INDEX "tasks_more_records" ON "tasks" USING gin ("record_ids") WHERE cardinality(record_ids) > 1;--> statement-breakpoint
CREATE INDEX "tasks_client_more_records" ON "tasks" USING btree ("client_id","id") WHERE cardinality(record_ids) > 1;