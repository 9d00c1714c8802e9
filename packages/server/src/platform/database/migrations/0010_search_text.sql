-- What searches compare: lower case, without accents. Text of ASCII alone, which most is, needs no more than the first.
CREATE FUNCTION plain_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE
	WHEN octet_length(value) = length(value) THEN lower(value)
	ELSE regexp_replace(normalize(replace(replace(lower(value), 'œ', 'oe'), 'æ', 'ae'), NFD), U&'[\0300-\036F]', '', 'g')
END;
--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "records_search";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "search_text" text GENERATED ALWAYS AS (plain_text(' ' || coalesce(name::text, '') || ' ' || coalesce(number::text, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (plain_text(' ' || coalesce(lastname::text, '') || ' ' || coalesce(firstname::text, '') || ' ' || coalesce(mail::text, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "search_text" text GENERATED ALWAYS AS (plain_text(' ' || coalesce(basename::text, '') || ' ' || coalesce(comment::text, '') || ' ' || coalesce(exercise_name::text, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "records_search" ON "records" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- How searches are answered is decided by what is known of the new columns.
ANALYZE "users", "records";
