DROP INDEX "records_exercise";--> statement-breakpoint
ALTER TABLE "hubs" ADD COLUMN "timezone" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "timezone" text;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "exercise_id" integer;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_exercise_id_exercises_id_fk" FOREIGN KEY ("exercise_id") REFERENCES "public"."exercises"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "records_exercise_name" ON "records" USING btree ("client_id","exercise_name") WHERE exercise_id IS NULL;--> statement-breakpoint
CREATE INDEX "records_exercise" ON "records" USING btree ("exercise_id","started_at","id","client_id");--> statement-breakpoint
-- Names of exercises in use become those exercises; other texts stay as they are.
UPDATE records r SET exercise_id = e.id FROM exercises e WHERE e.client_id = r.client_id AND e.name = r.exercise_name;
--> statement-breakpoint
-- What minis recorded: streams are called after the number of their device, files tell theirs.
UPDATE records r SET record_type = 'mini'
WHERE r.record_type = 'record' AND (
	EXISTS (SELECT 1 FROM devices d WHERE d.id = r.device_id AND d.number / 1000000 = 20)
	OR (r.device_id IS NULL AND r.source = 'journal' AND r.basename ~ '^20[0-9]{6}_')
	OR (r.device_id IS NULL AND r.other_data -> 'raw_origin' ->> 'device_type' = 'mini'));
--> statement-breakpoint
-- A record has the name of its exercise beside it, for searches and for the time after the exercise. By whichever is given,
-- wherever from: the name of an id, or the exercise that a name means.
CREATE FUNCTION name_exercise_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	is_new boolean := TG_OP = 'INSERT';
BEGIN
	IF NEW.exercise_id IS NOT NULL AND (is_new OR NEW.exercise_id IS DISTINCT FROM OLD.exercise_id) THEN
		SELECT e.name INTO NEW.exercise_name FROM public.exercises e WHERE e.id = NEW.exercise_id;
	ELSIF NEW.exercise_name IS NULL THEN
		NEW.exercise_id := NULL;
	ELSIF is_new OR NEW.exercise_name IS DISTINCT FROM OLD.exercise_name THEN
		NEW.exercise_id := (
			SELECT e.id FROM public.exercises e WHERE e.client_id = NEW.client_id AND e.name = NEW.exercise_name);
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER records_exercise_named BEFORE INSERT OR UPDATE OF exercise_id, exercise_name ON records
	FOR EACH ROW EXECUTE FUNCTION name_exercise_of_record();
--> statement-breakpoint
-- Records follow an exercise that is renamed; texts that say a new name of an exercise mean it from now on.
CREATE FUNCTION name_records_of_exercise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.records SET exercise_name = NEW.name WHERE exercise_id = NEW.id AND exercise_name <> NEW.name;
	UPDATE public.records SET exercise_id = NEW.id
	WHERE exercise_id IS NULL AND client_id = NEW.client_id AND exercise_name = NEW.name;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER exercises_named AFTER INSERT OR UPDATE OF name ON exercises
	FOR EACH ROW EXECUTE FUNCTION name_records_of_exercise();
