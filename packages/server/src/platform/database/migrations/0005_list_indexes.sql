-- Trigrams answer searches. Without the right to add the extension this fails, and says what an administrator has to do.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file THEN
  RAISE EXCEPTION 'Sillage needs the PostgreSQL extension pg_trgm. As an administrator of the database run: CREATE EXTENSION pg_trgm; then start Sillage again. (%)', SQLERRM;
END
$$;
