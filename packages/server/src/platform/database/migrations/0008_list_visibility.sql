CREATE TABLE "athlete_records" (
	"record_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"client_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "athlete_records_record_id_user_id_pk" PRIMARY KEY("record_id","user_id")
);
--> statement-breakpoint
DROP INDEX "records_group";--> statement-breakpoint
DROP INDEX "records_device";--> statement-breakpoint
DROP INDEX "records_sport";--> statement-breakpoint
DROP INDEX "records_type";--> statement-breakpoint
CREATE INDEX "athlete_records_user" ON "athlete_records" USING btree ("user_id","client_id","started_at","record_id");--> statement-breakpoint
CREATE INDEX "users_roles" ON "users" USING gin ("roles");--> statement-breakpoint
CREATE INDEX "records_client_favorite" ON "records" USING btree ("client_id","started_at","id") WHERE favorite;--> statement-breakpoint
CREATE INDEX "records_group" ON "records" USING btree ("group_id","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_device" ON "records" USING btree ("device_id","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_sport" ON "records" USING btree ("sport_id","started_at","id","client_id");--> statement-breakpoint
CREATE INDEX "records_type" ON "records" USING btree ("record_type","started_at","id","client_id");--> statement-breakpoint
-- Whether a record has an athlete, and `athlete_records`. Records are locked in the order of their ids, before they are
-- looked at again: of two transactions that take the last athletes off, the second one sees both, and of one that adds an
-- athlete and one that moves the record in time, the second one sees what the first one did.
CREATE OR REPLACE FUNCTION keep_has_athlete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A record that is deleted takes its athletes along one statement each, mostly of no row.
	IF NOT EXISTS (SELECT 1 FROM touched) THEN
		RETURN NULL;
	END IF;
	PERFORM 1 FROM public.records WHERE id IN (SELECT record_id FROM touched) ORDER BY id FOR NO KEY UPDATE;
	UPDATE public.records r SET has_athlete = NOT r.has_athlete
	WHERE r.id IN (SELECT record_id FROM touched)
		AND r.has_athlete <> EXISTS (SELECT 1 FROM public.record_users u WHERE u.record_id = r.id);
	IF TG_OP = 'INSERT' THEN
		INSERT INTO public.athlete_records (record_id, user_id, client_id, started_at)
		SELECT t.record_id, t.user_id, r.client_id, r.started_at
		FROM touched t JOIN public.records r ON r.id = t.record_id;
	ELSE
		DELETE FROM public.athlete_records a USING touched t WHERE a.record_id = t.record_id AND a.user_id = t.user_id;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION move_athlete_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.athlete_records SET client_id = NEW.client_id, started_at = NEW.started_at WHERE record_id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER records_moved AFTER UPDATE OF client_id, started_at ON records FOR EACH ROW
	WHEN (OLD.client_id <> NEW.client_id OR OLD.started_at <> NEW.started_at) EXECUTE FUNCTION move_athlete_records();
--> statement-breakpoint
INSERT INTO athlete_records (record_id, user_id, client_id, started_at)
SELECT u.record_id, u.user_id, r.client_id, r.started_at FROM record_users u JOIN records r ON r.id = u.record_id;
--> statement-breakpoint
-- Records are counted by their type too, and people by their roles.
DO $$
DECLARE
	counted record;
BEGIN
	FOR counted IN SELECT * FROM (VALUES
		('records', 'r.client_id, r.record_type AS name, r.has_athlete::integer AS state'),
		('users', 'r.client_id, array_to_string(r.roles, '','') AS name, r.active::integer AS state')
	) AS t (source, keys)
	LOOP
		EXECUTE format('DROP TRIGGER %1$s_count_added ON %1$s', counted.source);
		EXECUTE format('DROP TRIGGER %1$s_count_removed ON %1$s', counted.source);
		EXECUTE format('DROP TRIGGER %1$s_count_moved ON %1$s', counted.source);
		EXECUTE format('CREATE TRIGGER %1$s_count_added AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('CREATE TRIGGER %1$s_count_removed AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('CREATE TRIGGER %1$s_count_moved AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('DELETE FROM row_counts WHERE source = %L', counted.source);
		EXECUTE format('INSERT INTO row_counts (source, client_id, name, state, n)
			SELECT %L, client_id, name, state, count(*) FROM (SELECT %s FROM %s r) AS found GROUP BY 2, 3, 4',
			counted.source, counted.keys, counted.source);
	END LOOP;
END
$$;
