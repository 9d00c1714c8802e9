CREATE TABLE "task_records" (
	"record_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	CONSTRAINT "task_records_record_id_task_id_pk" PRIMARY KEY("record_id","task_id")
);
--> statement-breakpoint
DROP INDEX "tasks_records";--> statement-breakpoint
ALTER TABLE "task_records" ADD CONSTRAINT "task_records_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_records_task" ON "task_records" USING btree ("task_id");--> statement-breakpoint
-- A task's records never change after it was made.
CREATE FUNCTION keep_task_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.task_records (record_id, task_id)
	SELECT DISTINCT about, added.id FROM added, unnest(added.record_ids) AS about;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tasks_about_records AFTER INSERT ON tasks
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_task_records();
--> statement-breakpoint
INSERT INTO task_records (record_id, task_id) SELECT DISTINCT unnest(record_ids), id FROM tasks;
