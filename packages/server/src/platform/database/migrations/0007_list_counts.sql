-- Whether a record has an athlete, kept with the record so that the inbox has an index. Records are locked in the order of
-- their ids, before they are looked at again: of two transactions that take the last athletes off, the second one sees both.
CREATE FUNCTION keep_has_athlete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A record that is deleted takes its athletes along one statement each, mostly of no row.
	IF NOT EXISTS (SELECT 1 FROM touched) THEN
		RETURN NULL;
	END IF;
	PERFORM 1 FROM public.records WHERE id IN (SELECT record_id FROM touched) ORDER BY id FOR NO KEY UPDATE;
	UPDATE public.records r SET has_athlete = NOT r.has_athlete
	WHERE r.id IN (SELECT record_id FROM touched)
		AND r.has_athlete <> EXISTS (SELECT 1 FROM public.record_users u WHERE u.record_id = r.id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER record_users_added AFTER INSERT ON record_users
	REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_has_athlete();
--> statement-breakpoint
CREATE TRIGGER record_users_removed AFTER DELETE ON record_users
	REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_has_athlete();
--> statement-breakpoint
UPDATE records SET has_athlete = true WHERE id IN (SELECT record_id FROM record_users);
--> statement-breakpoint
-- Exact counts of long lists (docs/decisions/2026-11-21-counting-long-lists.md). Once a statement, what it added and took
-- is appended, if that is anything. About one time in 200 what lies there is put together; rows that another transaction
-- holds are passed over, so nobody waits. Sums are the same before and after.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	added text := format('SELECT %s, 1 AS n FROM changed_rows r', TG_ARGV[1]);
	moved text := CASE TG_OP
		WHEN 'INSERT' THEN added
		WHEN 'DELETE' THEN format('SELECT %s, -1 AS n FROM changed_rows r', TG_ARGV[1])
		ELSE added || format(' UNION ALL SELECT %s, -1 FROM old_rows r', TG_ARGV[1]) END;
BEGIN
	IF NOT EXISTS (SELECT 1 FROM changed_rows) THEN
		RETURN NULL;
	END IF;
	EXECUTE format(
		'INSERT INTO public.row_counts (source, client_id, name, state, n)
		SELECT %L, client_id, name, state, sum(n) FROM (%s) AS moved GROUP BY 2, 3, 4 HAVING sum(n) <> 0', TG_ARGV[0], moved);
	IF random() < 0.005 AND current_setting('transaction_isolation') = 'read committed' THEN
		WITH lying AS (
			SELECT ctid FROM public.row_counts WHERE source = TG_ARGV[0] FOR UPDATE SKIP LOCKED
		), taken AS (
			DELETE FROM public.row_counts WHERE ctid = ANY (ARRAY(SELECT ctid FROM lying)) RETURNING client_id, name, state, n
		)
		INSERT INTO public.row_counts (source, client_id, name, state, n)
		SELECT TG_ARGV[0], client_id, name, state, sum(n) FROM taken GROUP BY 2, 3, 4 HAVING sum(n) <> 0;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
	counted record;
BEGIN
	FOR counted IN SELECT * FROM (VALUES
		('tasks', 'r.client_id, r.name, r.executing AS state'),
		('records', 'r.client_id, ''''::text AS name, r.has_athlete::integer AS state'),
		('users', 'r.client_id, ''''::text AS name, r.active::integer AS state')
	) AS t (source, keys)
	LOOP
		EXECUTE format('CREATE TRIGGER %1$s_count_added AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('CREATE TRIGGER %1$s_count_removed AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('CREATE TRIGGER %1$s_count_moved AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('INSERT INTO row_counts (source, client_id, name, state, n)
			SELECT %L, client_id, name, state, count(*) FROM (SELECT %s FROM %s r) AS found GROUP BY 2, 3, 4',
			counted.source, counted.keys, counted.source);
	END LOOP;
END
$$;
