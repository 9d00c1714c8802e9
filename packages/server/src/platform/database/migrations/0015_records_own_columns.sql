ALTER TABLE "records" ADD COLUMN "signals_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "csv_rate" double precision;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "missing_blocks" bigint;
--> statement-breakpoint
UPDATE records SET
	csv_rate = CASE WHEN jsonb_typeof(other_data -> 'csv_rate') = 'number' THEN (other_data ->> 'csv_rate')::double precision END,
	missing_blocks = CASE WHEN jsonb_typeof(other_data -> 'missing_blocks') = 'number' THEN (other_data ->> 'missing_blocks')::numeric::bigint END,
	other_data = other_data - 'csv_rate' - 'missing_blocks'
WHERE other_data ?| ARRAY['csv_rate', 'missing_blocks'];
