-- What the database does by itself. Run at each start, after the migrations and in their lock, so that every statement runs
-- again over what is there: CREATE OR REPLACE, which waits for no reader (a dump may take minutes). What is not made here any
-- more is dropped here by its name, IF EXISTS.
--
-- A session keeps the plan of a function's statement, whichever it was first made for: one row or all of them. So statements
-- about the rows of a transition table must do well for both: they find others by an index, as `id = ANY (ARRAY(SELECT …))`,
-- or in functions without hash and merge joins, which would read a whole table for the sake of one row ever after.

-- 1. What changed, for the cache protocol (docs/decisions/2026-11-21-cache-protocol.md).
--
-- Every statement that changes rows appends marks (what, client) to "changes". Marks are only ever inserted: two
-- transactions that change the same table never touch the same mark, so they cannot wait for each other here, let alone
-- deadlock. A counter a table, updated in place, would make every writer of a table wait for the one before it to commit.
-- Nothing of a transaction that is rolled back stays, marks included.

-- Appends a mark unless this transaction has done so already: what it marked is kept in a setting of the transaction,
-- which a rollback, also one to a savepoint, takes back together with the marks.
CREATE OR REPLACE FUNCTION append_mark(mark text, mark_client integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	marked text := coalesce(current_setting('sillage.marked', true), '');
	entry text := format('|%s %s|', mark, mark_client);
BEGIN
	IF strpos(marked, entry) > 0 THEN
		RETURN;
	END IF;
	INSERT INTO public.changes (table_name, client_id) VALUES (mark, mark_client);
	-- Characters; a transaction over very many clients forgets and marks some twice, rather than search ever longer.
	IF length(marked) > 4000 THEN
		marked := '';
	END IF;
	PERFORM set_config('sillage.marked', marked || entry, true);
END
$$;

-- A change is seen by others once its transaction commits, which may be minutes after its statement: a mark is stamped
-- then. What a reader did not see yet is so always marked later than what it read.
CREATE OR REPLACE FUNCTION stamp_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.changes SET changed_at = clock_timestamp() WHERE id = NEW.id;
	RETURN NULL;
END
$$;

-- A constraint trigger cannot be replaced; its function can.
DO $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = 'changes'::regclass AND tgname = 'changes_stamp') THEN
		CREATE CONSTRAINT TRIGGER changes_stamp AFTER INSERT ON changes
			DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_mark();
	END IF;
END
$$;

-- Once a statement, however many rows it changed. Arguments, as SQL about a row "r": the mark, the client (NULL = of
-- every client), and a join to the owner, where the client is the owner's. An owner that was deleted in the same
-- statement has left its own mark, so the rows that went with it need none.
CREATE OR REPLACE FUNCTION mark_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	-- A row that moves to another client counts for both.
	source text := CASE TG_OP WHEN 'UPDATE' THEN '(TABLE old_rows UNION ALL TABLE changed_rows)' ELSE 'changed_rows' END;
	found record;
BEGIN
	FOR found IN EXECUTE format('SELECT DISTINCT %s AS mark, %s AS client_id FROM %s r %s', TG_ARGV[0], TG_ARGV[1], source, TG_ARGV[2])
	LOOP
		PERFORM public.append_mark(found.mark, found.client_id);
	END LOOP;
	RETURN NULL;
END
$$;

DO $$
DECLARE
	of_row CONSTANT text := 'r.client_id';
	of_all CONSTANT text := 'NULL::integer';
	of_record CONSTANT text := 'JOIN public.records o ON o.id = r.record_id';
	watched record;
BEGIN
	FOR watched IN
		SELECT * FROM (VALUES
			('users', NULL, of_row, ''),
			('groups', NULL, of_row, ''),
			('group_members', NULL, 'o.client_id', 'JOIN public.groups o ON o.id = r.group_id'),
			('clients', NULL, 'r.id', ''),
			('client_sports', NULL, of_row, ''),
			('client_sensors', NULL, of_row, ''),
			('client_hubs', NULL, of_row, ''),
			('exercises', NULL, of_row, ''),
			('configs', NULL, of_row, ''),
			('scenarios', NULL, of_row, ''),
			('devices', NULL, of_row, ''),
			('device_users', NULL, 'o.client_id', 'JOIN public.devices o ON o.id = r.device_id'),
			('modules', NULL, of_row, ''),
			('meca_sensors', NULL, of_row, ''),
			('api_keys', NULL, 'o.client_id', 'JOIN public.users o ON o.id = r.user_id'),
			('records', NULL, of_row, ''),
			('record_users', NULL, 'o.client_id', of_record),
			('seance_records', NULL, 'o.client_id', of_record),
			('selections', NULL, 'o.client_id', of_record),
			('record_steps', NULL, 'o.client_id', of_record),
			('video_alignments', NULL, 'o.client_id', of_record),
			('analysis_results', NULL, 'o.client_id', of_record),
			('record_errors', NULL, 'o.client_id', of_record),
			('sports', NULL, of_all, ''),
			('sensors', NULL, of_all, ''),
			('hubs', NULL, of_all, ''),
			('cloud_urls', NULL, of_all, ''),
			('settings', NULL, of_all, ''),
			-- Told apart by what they are: kinds of releases, names of tasks.
			('releases', '''releases:'' || r.kind', of_all, ''),
			('tasks', '''tasks:'' || r.name', of_row, ''),
			('parameters', NULL, 'CASE r.table_name WHEN ''Client'' THEN r.target_id '
				'WHEN ''User'' THEN (SELECT client_id FROM public.users WHERE id = r.target_id) '
				'WHEN ''Device'' THEN (SELECT client_id FROM public.devices WHERE id = r.target_id) END', '')
		) AS t (name, mark, client, owner)
	LOOP
		EXECUTE format(
			'CREATE OR REPLACE TRIGGER mark_inserted AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changes(%2$L, %3$L, %4$L)',
			watched.name, coalesce(watched.mark, quote_literal(watched.name)), watched.client, watched.owner);
		EXECUTE format(
			'CREATE OR REPLACE TRIGGER mark_updated AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changes(%2$L, %3$L, %4$L)',
			watched.name, coalesce(watched.mark, quote_literal(watched.name)), watched.client, watched.owner);
		EXECUTE format(
			'CREATE OR REPLACE TRIGGER mark_deleted AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changes(%2$L, %3$L, %4$L)',
			watched.name, coalesce(watched.mark, quote_literal(watched.name)), watched.client, watched.owner);
		-- What was read before there were marks may be old.
		INSERT INTO changes (table_name) SELECT watched.name
		WHERE NOT EXISTS (SELECT 1 FROM changes WHERE table_name = watched.name AND client_id IS NULL);
	END LOOP;
END
$$;

-- A list of records shows where each original is between a hub and the cloud; what is on its way is counted too often to be
-- a change.
CREATE OR REPLACE FUNCTION mark_moved_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	moved uuid[];
	owner integer;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		moved := ARRAY(SELECT m.record_uid FROM (
			SELECT record_uid, state, why_not, freed_at FROM changed_rows
			EXCEPT SELECT record_uid, state, why_not, freed_at FROM old_rows) m);
	ELSE
		moved := ARRAY(SELECT record_uid FROM changed_rows);
	END IF;
	FOR owner IN SELECT DISTINCT client_id FROM public.records WHERE uid = ANY (moved)
	LOOP
		PERFORM public.append_mark('records', owner);
	END LOOP;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER mark_inserted AFTER INSERT ON sync_files REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION mark_moved_files();
CREATE OR REPLACE TRIGGER mark_updated AFTER UPDATE ON sync_files REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION mark_moved_files();
CREATE OR REPLACE TRIGGER mark_deleted AFTER DELETE ON sync_files REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION mark_moved_files();

-- 2. Parameters go with what they belong to: they have no foreign key to six tables. The argument is their table_name.
CREATE OR REPLACE FUNCTION delete_parameters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM public.parameters WHERE table_name = TG_ARGV[0] AND target_id = ANY (ARRAY(SELECT id FROM changed_rows));
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER parameters_deleted AFTER DELETE ON users REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('User');
CREATE OR REPLACE TRIGGER parameters_deleted AFTER DELETE ON clients REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Client');
CREATE OR REPLACE TRIGGER parameters_deleted AFTER DELETE ON sports REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Sport');
CREATE OR REPLACE TRIGGER parameters_deleted AFTER DELETE ON sensors REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Sensor');
CREATE OR REPLACE TRIGGER parameters_deleted AFTER DELETE ON devices REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Device');

-- 3. Whether a record has an athlete, and `athlete_records`. Records are locked in the order of their ids, sessions behind them
-- because they follow their records (8), before they are looked at again: of two transactions that take the last athletes off, the second one sees both, and of one that adds an
-- athlete and one that moves the record in time, the second one sees what the first one did.
CREATE OR REPLACE FUNCTION keep_has_athlete() RETURNS trigger LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
	-- A record that is deleted takes its athletes along one statement each, mostly of no row.
	IF NOT EXISTS (SELECT 1 FROM touched) THEN
		RETURN NULL;
	END IF;
	PERFORM 1 FROM public.records WHERE id = ANY (ARRAY(SELECT record_id FROM touched))
		ORDER BY source = 'seance', id FOR NO KEY UPDATE;
	UPDATE public.records r SET has_athlete = NOT r.has_athlete
	WHERE r.id = ANY (ARRAY(SELECT record_id FROM touched))
		-- OFFSET 0: asked for each record, and not of a hash of all pairs.
		AND r.has_athlete <> EXISTS (SELECT 1 FROM public.record_users u WHERE u.record_id = r.id OFFSET 0);
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

CREATE OR REPLACE TRIGGER record_users_added AFTER INSERT ON record_users
	REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_has_athlete();
CREATE OR REPLACE TRIGGER record_users_removed AFTER DELETE ON record_users
	REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_has_athlete();

CREATE OR REPLACE FUNCTION move_athlete_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.athlete_records SET client_id = NEW.client_id, started_at = NEW.started_at WHERE record_id = NEW.id;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER records_moved AFTER UPDATE OF client_id, started_at ON records FOR EACH ROW
	WHEN (OLD.client_id <> NEW.client_id OR OLD.started_at <> NEW.started_at) EXECUTE FUNCTION move_athlete_records();

-- 4. Exact counts of long lists (docs/decisions/2026-11-21-counting-long-lists.md). Once a statement, what it added and took
-- is appended, if that is anything. About one time in 200 what lies there is put together; rows that another transaction
-- holds are passed over, so nobody waits. Sums are the same before and after.
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Records are counted by their type, people by their roles.
DO $$
DECLARE
	counted record;
BEGIN
	FOR counted IN SELECT * FROM (VALUES
		('tasks', 'r.client_id, r.name, r.executing AS state'),
		('records', 'r.client_id, r.record_type AS name, r.has_athlete::integer AS state'),
		('users', 'r.client_id, array_to_string(r.roles, '','') AS name, r.active::integer AS state')
	) AS t (source, keys)
	LOOP
		EXECUTE format('CREATE OR REPLACE TRIGGER %1$s_count_added AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('CREATE OR REPLACE TRIGGER %1$s_count_removed AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
		EXECUTE format('CREATE OR REPLACE TRIGGER %1$s_count_moved AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%1$L, %2$L)', counted.source, counted.keys);
	END LOOP;
END
$$;

-- 5. A task's records never change after it was made.
CREATE OR REPLACE FUNCTION keep_task_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.task_records (record_id, task_id)
	SELECT DISTINCT about, added.id FROM added, unnest(added.record_ids) AS about;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER tasks_about_records AFTER INSERT ON tasks
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_task_records();

-- 6. A record has the name of its exercise beside it, for searches and for the time after the exercise. By whichever is given,
-- wherever from: the name of an id, or the exercise that a name means. An id counts before a name beside it: after two
-- exercises were renamed crosswise, a name of before means the other one. Who means another by its name gives no id.
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

CREATE OR REPLACE TRIGGER records_exercise_named BEFORE INSERT OR UPDATE OF exercise_id, exercise_name ON records
	FOR EACH ROW EXECUTE FUNCTION name_exercise_of_record();

-- Records follow an exercise that is renamed; texts that say a new name of an exercise mean it from now on.
CREATE OR REPLACE FUNCTION name_records_of_exercise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- An update of no row costs its statement's triggers: of thousands of exercises that come at once nearly none has records.
	IF TG_OP = 'UPDATE' AND EXISTS (
		SELECT FROM public.records WHERE exercise_id = NEW.id AND exercise_name <> NEW.name) THEN
		UPDATE public.records SET exercise_name = NEW.name WHERE exercise_id = NEW.id AND exercise_name <> NEW.name;
	END IF;
	IF EXISTS (
		SELECT FROM public.records
		WHERE exercise_id IS NULL AND client_id = NEW.client_id AND exercise_name = NEW.name) THEN
		UPDATE public.records SET exercise_id = NEW.id
		WHERE exercise_id IS NULL AND client_id = NEW.client_id AND exercise_name = NEW.name;
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER exercises_named AFTER INSERT OR UPDATE OF name ON exercises
	FOR EACH ROW EXECUTE FUNCTION name_records_of_exercise();

-- 7. When each row that has a uid was changed last (docs/decisions/2026-11-22-rows-by-uid-and-their-changes.md): entries are
-- written over, by whoever holds the row itself, so that nobody waits here who did not wait there. What an update leaves as it
-- was is no change. One function a table, so that its plans are kept.
DO $$
DECLARE
	logged record;
	-- Who changed a row: the setting that the connection was told, '' for the program itself.
	editor CONSTANT text := 'nullif(current_setting(''sillage.editor'', true), '''')::integer';
	edited CONSTANT text := format('edited_by = coalesce(%1$s, l.edited_by),
		edited_xact = CASE WHEN %1$s IS NULL THEN l.edited_xact ELSE pg_current_xact_id() END,
		others_xact = CASE WHEN %1$s <> l.edited_by THEN l.edited_xact ELSE l.others_xact END', editor);
	is_gone CONSTANT text := format('UPDATE public.row_changes l SET is_deleted = true, changed_at = clock_timestamp(), xact = pg_current_xact_id(), %s ', edited);
	changed CONSTANT text := '(TABLE changed_rows EXCEPT TABLE old_rows) r';
	replaced CONSTANT text := '(TABLE old_rows EXCEPT TABLE changed_rows) r';
	moved CONSTANT text := '(SELECT %1$s FROM changed_rows EXCEPT SELECT %1$s FROM old_rows)';
	on_update text;
BEGIN
	FOR logged IN
		-- client: whose a row "r" is; owned_by: the columns that say so, where that may change.
		WITH tables (name, client, owned_by, uids, ids) AS (VALUES
			('sports', 'NULL::integer', NULL, NULL, NULL::text[]),
			('sensors', 'NULL::integer', NULL, NULL, NULL),
			('hubs', 'NULL::integer', NULL, NULL, NULL),
			('releases', 'NULL::integer', NULL, NULL, NULL),
			('cloud_urls', 'NULL::integer', NULL, NULL, NULL),
			('clients', 'r.id', NULL, NULL, NULL),
			('groups', 'r.client_id', 'client_id', NULL, NULL),
			('users', 'r.client_id', 'client_id', NULL, NULL),
			('exercises', 'r.client_id', 'client_id', NULL, NULL),
			('configs', 'r.client_id', 'client_id', NULL, NULL),
			('scenarios', 'r.client_id', 'client_id', NULL, NULL),
			('devices', 'r.client_id', 'client_id', NULL, NULL),
			('modules', 'r.client_id', 'client_id', NULL, NULL),
			('meca_sensors', 'r.client_id', 'client_id', NULL, NULL),
			('records', 'r.client_id', 'client_id', NULL, NULL),
			('selections', '(SELECT client_id FROM public.records WHERE id = r.record_id)', 'record_id', NULL, NULL),
			('record_steps', '(SELECT client_id FROM public.records WHERE id = r.record_id)', 'record_id', NULL, NULL),
			('video_alignments', '(SELECT client_id FROM public.records WHERE id = r.record_id)', 'record_id', NULL, NULL),
			('analysis_results', '(SELECT client_id FROM public.records WHERE id = r.record_id)', 'record_id', NULL, NULL),
			('record_errors', '(SELECT client_id FROM public.records WHERE id = r.record_id)', 'record_id', NULL, NULL),
			('parameters', 'CASE r.table_name WHEN ''Client'' THEN r.target_id '
				'WHEN ''User'' THEN (SELECT client_id FROM public.users WHERE id = r.target_id) '
				'WHEN ''Device'' THEN (SELECT client_id FROM public.devices WHERE id = r.target_id) END', 'table_name, target_id', NULL, NULL),
			-- Pairs: their uids, and the ids that are left of them when one of the two goes first.
			('client_sports', 'r.client_id', NULL,
				'(SELECT uid FROM public.clients WHERE id = r.client_id), (SELECT uid FROM public.sports WHERE id = r.sport_id)',
				ARRAY['r.client_id', 'r.sport_id']),
			('client_sensors', 'r.client_id', NULL,
				'(SELECT uid FROM public.clients WHERE id = r.client_id), (SELECT uid FROM public.sensors WHERE id = r.sensor_id)',
				ARRAY['r.client_id', 'r.sensor_id']),
			('client_hubs', 'r.client_id', NULL,
				'(SELECT uid FROM public.clients WHERE id = r.client_id), (SELECT uid FROM public.hubs WHERE id = r.hub_id)',
				ARRAY['r.client_id', 'r.hub_id']),
			('group_members', '(SELECT client_id FROM public.groups WHERE id = r.group_id)', NULL,
				'(SELECT uid FROM public.groups WHERE id = r.group_id), (SELECT uid FROM public.users WHERE id = r.user_id)',
				ARRAY['r.group_id', 'r.user_id']),
			('device_users', '(SELECT client_id FROM public.devices WHERE id = r.device_id)', NULL,
				'(SELECT uid FROM public.devices WHERE id = r.device_id), (SELECT uid FROM public.users WHERE id = r.user_id)',
				ARRAY['r.device_id', 'r.user_id']),
			('record_users', '(SELECT client_id FROM public.records WHERE id = r.record_id)', NULL,
				'(SELECT uid FROM public.records WHERE id = r.record_id), (SELECT uid FROM public.users WHERE id = r.user_id)',
				ARRAY['r.record_id', 'r.user_id']),
			('seance_records', '(SELECT client_id FROM public.records WHERE id = r.record_id)', NULL,
				'(SELECT uid FROM public.records WHERE id = r.record_id), (SELECT uid FROM public.records WHERE id = r.seance_id)',
				ARRAY['r.record_id', 'r.seance_id'])
		), hanging (parent, name, key, kind) AS (VALUES
			('records', 'selections', 'record_id', ''),
			('records', 'record_steps', 'record_id', ''),
			('records', 'video_alignments', 'record_id', ''),
			('records', 'analysis_results', 'record_id', ''),
			('records', 'record_errors', 'record_id', ''),
			('records', 'record_users', 'record_id', ''),
			('records', 'seance_records', 'record_id', ''),
			('devices', 'device_users', 'device_id', ''),
			('devices', 'parameters', 'target_id', 'table_name = ''Device'' AND '),
			('groups', 'group_members', 'group_id', ''),
			('users', 'parameters', 'target_id', 'table_name = ''User'' AND ')
		), rows_hanging AS (
			SELECT parent, name, format('(SELECT * FROM public.%I WHERE %s%I = ANY (ARRAY(SELECT m.id FROM %s m))) r',
				name, kind, key, format(moved, 'id, client_id')) AS rows FROM hanging
		), selected AS (
			SELECT *, format('SELECT %L, %s, %s, %s, %s, false FROM {rows}', name, coalesce(uids, 'r.uid, NULL::uuid'), client,
				coalesce(ids[1], 'NULL'), coalesce(ids[2], 'NULL')) AS entries,
				format(CASE WHEN ids IS NULL THEN 'WHERE l.uid = ANY (ARRAY(SELECT r.uid FROM {rows}))'
					ELSE format('FROM {rows} WHERE l.row_id = %s AND l.other_id = %s', ids[1], ids[2]) END
					|| ' AND l.table_name = %L AND NOT l.is_deleted', name) AS of_these
			FROM tables
		), told AS (
			SELECT *, format('INSERT INTO public.row_changes AS l (table_name, uid, other_uid, client_id, row_id, other_id, is_deleted) %s
				ON CONFLICT (table_name, uid, other_uid, client_id) DO UPDATE SET is_deleted = false, row_id = excluded.row_id,
					other_id = excluded.other_id, changed_at = excluded.changed_at, xact = excluded.xact, %s
				WHERE l.is_deleted OR l.xact <> excluded.xact;', entries, edited) AS comes,
				is_gone || of_these || ';' AS goes
			FROM selected
		)
		SELECT told.name, entries, comes, goes, owned_by, ids IS NOT NULL AS is_pair, (
			-- Held first, as by everybody who writes their entries.
			SELECT string_agg(format('PERFORM 1 FROM %s FOR NO KEY UPDATE; ', h.rows) || replace(c.goes || c.comes, '{rows}', h.rows), ' ')
			FROM rows_hanging h JOIN told c USING (name) WHERE h.parent = told.name
		) AS hanging FROM told
	LOOP
		on_update := replace(logged.comes, '{rows}', changed);
		IF logged.is_pair THEN
			on_update := replace(logged.goes, '{rows}', replaced) || on_update;
		ELSIF logged.owned_by IS NOT NULL THEN
			-- What becomes another client's is gone for the one before, with what hangs on it; then it comes to the new one.
			on_update := format('IF EXISTS %s THEN %s %s END IF; ', format(moved, 'uid, ' || logged.owned_by),
				replace(logged.goes, '{rows}', format(moved, 'uid, ' || logged.owned_by) || ' r'), logged.hanging) || on_update;
		END IF;
		EXECUTE format('CREATE OR REPLACE FUNCTION log_%1$s() RETURNS trigger LANGUAGE plpgsql
			SET enable_hashjoin = off SET enable_mergejoin = off AS %2$L', logged.name,
			format('BEGIN
				IF NOT EXISTS (SELECT 1 FROM changed_rows) THEN RETURN NULL; END IF;
				IF TG_OP = ''DELETE'' THEN %s ELSIF TG_OP = ''INSERT'' THEN %s ELSE %s END IF;
				RETURN NULL;
			END', replace(logged.goes, '{rows}', 'changed_rows r'), replace(logged.comes, '{rows}', 'changed_rows r'), on_update));
		EXECUTE format('CREATE OR REPLACE TRIGGER log_inserted AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION log_%1$s()', logged.name);
		EXECUTE format('CREATE OR REPLACE TRIGGER log_updated AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION log_%1$s()', logged.name);
		EXECUTE format('CREATE OR REPLACE TRIGGER log_deleted AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION log_%1$s()', logged.name);
		-- Rows from before there was a log.
		EXECUTE format('INSERT INTO row_changes (table_name, uid, other_uid, client_id, row_id, other_id, is_deleted)
			%s WHERE NOT EXISTS (SELECT 1 FROM row_changes WHERE table_name = %L)',
			replace(logged.entries, '{rows}', format('%I r', logged.name)), logged.name);
	END LOOP;
END
$$;

-- 8. A session begins with the first of its records; one that has lost the last of them stays where it was. Locked before
-- its records are looked at: of two transactions that move records of it, the second one sees what the first one did.
CREATE OR REPLACE FUNCTION date_sessions(ids integer[]) RETURNS void LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
	PERFORM 1 FROM public.records WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
	UPDATE public.records s SET started_at = first.started_at, start_us = first.start_us
	FROM unnest(ids) AS dated (id) CROSS JOIN LATERAL (
		SELECT r.started_at, r.start_us FROM public.seance_records p JOIN public.records r ON r.id = p.record_id
		WHERE p.seance_id = dated.id ORDER BY r.started_at, r.id LIMIT 1) AS first
	WHERE s.id = dated.id AND (s.started_at, s.start_us) IS DISTINCT FROM (first.started_at, first.start_us);
END
$$;

CREATE OR REPLACE FUNCTION date_session_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	session CONSTANT integer := (SELECT seance_id FROM public.seance_records WHERE record_id = NEW.id);
BEGIN
	IF session IS NOT NULL THEN
		PERFORM public.date_sessions(ARRAY[session]);
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER records_date_session AFTER UPDATE OF started_at, start_us ON records FOR EACH ROW
	WHEN (OLD.started_at <> NEW.started_at OR OLD.start_us <> NEW.start_us) EXECUTE FUNCTION date_session_of_record();

CREATE OR REPLACE FUNCTION date_touched_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A record that is deleted takes its place along in a statement of its own, mostly of no row.
	IF EXISTS (SELECT 1 FROM touched) THEN
		PERFORM public.date_sessions(ARRAY(SELECT DISTINCT seance_id FROM touched));
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER seance_records_added AFTER INSERT ON seance_records
	REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION date_touched_sessions();
CREATE OR REPLACE TRIGGER seance_records_removed AFTER DELETE ON seance_records
	REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION date_touched_sessions();
