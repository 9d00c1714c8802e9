-- The exercise that a record names by its id is its exercise, whatever name is given beside it: after two exercises were
-- renamed crosswise, a name of before means the other one. Who means another by its name gives no id.
CREATE OR REPLACE FUNCTION name_exercise_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.exercise_id IS NOT NULL THEN
		SELECT e.name INTO NEW.exercise_name FROM public.exercises e WHERE e.id = NEW.exercise_id;
	ELSIF NEW.exercise_name IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.exercise_name IS DISTINCT FROM OLD.exercise_name) THEN
		NEW.exercise_id := (
			SELECT e.id FROM public.exercises e WHERE e.client_id = NEW.client_id AND e.name = NEW.exercise_name);
	END IF;
	RETURN NEW;
END
$$;
