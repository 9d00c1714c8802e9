-- What changed, for the cache protocol (docs/decisions/2026-11-21-cache-protocol.md).
--
-- Every statement that changes rows appends marks (what, client) to "changes". Marks are only ever inserted: two
-- transactions that change the same table never touch the same mark, so they cannot wait for each other here, let alone
-- deadlock. A counter a table, updated in place, would make every writer of a table wait for the one before it to commit.
-- Nothing of a transaction that is rolled back stays, marks included.

-- Appends a mark unless this transaction has done so already: what it marked is kept in a setting of the transaction,
-- which a rollback, also one to a savepoint, takes back together with the marks.
CREATE FUNCTION append_mark(mark text, mark_client integer) RETURNS void LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
-- A change is seen by others once its transaction commits, which may be minutes after its statement: a mark is stamped
-- then. What a reader did not see yet is so always marked later than what it read.
CREATE FUNCTION stamp_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.changes SET changed_at = clock_timestamp() WHERE id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER changes_stamp AFTER INSERT ON changes
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_mark();
--> statement-breakpoint
-- Once a statement, however many rows it changed. Arguments, as SQL about a row "r": the mark, the client (NULL = of
-- every client), and a join to the owner, where the client is the owner's. An owner that was deleted in the same
-- statement has left its own mark, so the rows that went with it need none.
CREATE FUNCTION mark_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
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
			('devices', NULL, of_row, ''),
			('device_users', NULL, 'o.client_id', 'JOIN public.devices o ON o.id = r.device_id'),
			('modules', NULL, of_row, ''),
			('meca_sensors', NULL, of_row, ''),
			('api_keys', NULL, 'o.client_id', 'JOIN public.users o ON o.id = r.user_id'),
			('records', NULL, of_row, ''),
			('record_users', NULL, 'o.client_id', of_record),
			('selections', NULL, 'o.client_id', of_record),
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
			'CREATE TRIGGER mark_inserted AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changes(%2$L, %3$L, %4$L)',
			watched.name, coalesce(watched.mark, quote_literal(watched.name)), watched.client, watched.owner);
		EXECUTE format(
			'CREATE TRIGGER mark_updated AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changes(%2$L, %3$L, %4$L)',
			watched.name, coalesce(watched.mark, quote_literal(watched.name)), watched.client, watched.owner);
		EXECUTE format(
			'CREATE TRIGGER mark_deleted AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changes(%2$L, %3$L, %4$L)',
			watched.name, coalesce(watched.mark, quote_literal(watched.name)), watched.client, watched.owner);
		-- What was read before there were marks may be old.
		INSERT INTO changes (table_name) VALUES (watched.name);
	END LOOP;
END
$$;
--> statement-breakpoint
-- Parameters go with what they belong to. The argument is their table_name.
CREATE FUNCTION delete_parameters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM public.parameters p USING changed_rows r WHERE p.table_name = TG_ARGV[0] AND p.target_id = r.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER parameters_deleted AFTER DELETE ON users REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('User');
--> statement-breakpoint
CREATE TRIGGER parameters_deleted AFTER DELETE ON clients REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Client');
--> statement-breakpoint
CREATE TRIGGER parameters_deleted AFTER DELETE ON sports REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Sport');
--> statement-breakpoint
CREATE TRIGGER parameters_deleted AFTER DELETE ON sensors REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Sensor');
--> statement-breakpoint
CREATE TRIGGER parameters_deleted AFTER DELETE ON devices REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_parameters('Device');
